/** Why a postback is not handed on, by the status of the response. */
export const rejections = {
  400: "The body is no postback.",
  401: "The token is wrong.",
  403: "The id belongs to another URL.",
  404: "The service does not know the id.",
  405: "A postback has the method POST.",
  413: "The body is too large.",
  501: "There is no onWithdrawal.",
  503: "The postback was not handled in time.",
};

/** A postback that is not handed on. The message has no secret. */
export class Rejection extends Error {
  override name = "Rejection";
  readonly status: RejectionStatus;

  constructor(status: RejectionStatus, { detail, ...options }: RejectionOptions = {}) {
    super(detail ? `${rejections[status]} ${detail}` : rejections[status], options);
    this.status = status;
  }
}

type RejectionStatus = keyof typeof rejections;

interface RejectionOptions extends ErrorOptions {
  /** A sentence with what is wrong in this case. */
  detail?: string;
}
