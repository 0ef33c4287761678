/** Why a postback is not handed on, and the status of the response. The message has no secret. */
export class Rejection extends Error {
  override name = "Rejection";
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
