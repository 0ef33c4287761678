import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { createInvitation, openInvitations } from "../../auth/invitations.ts";
import { DocumentedError } from "../../errors.ts";
import type { Handlers } from "../../requests/handler-types.ts";
import type { StoredInvitation } from "../../store/records.ts";

type InvitationOperations = Pick<
  operations,
  "invitations.list" | "invitations.create" | "invitations.revoke"
>;

export const invitations: Handlers<InvitationOperations> = {
  async "invitations.list"({ company, systemTime }) {
    return { data: openInvitations(company, systemTime).map(shownInvitation) };
  },

  async "invitations.create"(context) {
    const { company, publicUrl, systemTime } = context;
    const { invitation, token } = createInvitation(company, systemTime, context);
    const invitationUrl = `${publicUrl}/#invitation=${token}`;
    return { data: { ...shownInvitation(invitation), invitationUrl } };
  },

  async "invitations.revoke"({ company, systemTime }, { path: { invitationId }, sentence }) {
    const open = openInvitations(company, systemTime);
    company.invitations = open.filter(({ id }) => id !== invitationId);
    if (company.invitations.length === open.length) throw new DocumentedError("InvitationNotFound");
    return { data: sentence };
  },
};

function shownInvitation({ id, expiresAt }: StoredInvitation) {
  return { invitationId: id, expiresAt: new Date(expiresAt).toISOString() };
}
