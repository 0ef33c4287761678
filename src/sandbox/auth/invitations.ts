import { DAY } from "../domain/calendar.ts";
import { bytesToHex, sha256, utf8ToBytes } from "../runtime/hashing.ts";
import type { Company, StoredInvitation } from "../store/records.ts";
import type { Store } from "../store/store.ts";

/** In milliseconds of the system's clock. */
const LIFETIME = DAY;
/** The number of invitations of a company that can be used. */
const MAX_INVITATIONS = 20;
/** The form of a token: the id of the company, and a secret. */
const TOKEN = /^([\da-f-]{36})\.([\da-f-]{36})$/;

type Invited = Pick<Company, "invitations">;

/** The invitations of a company that can still be used, the oldest first. */
export function openInvitations(
  { invitations = [] }: Invited,
  now: number,
): readonly StoredInvitation[] {
  return invitations.filter(({ expiresAt }) => expiresAt > now);
}

/** Adds an invitation to a company, and returns it with its token. A company with too many loses the oldest. */
export function createInvitation(
  company: Pick<Company, "id" | "invitations">,
  now: number,
  texts: { unguessable(): string },
): { invitation: StoredInvitation; token: string } {
  const secret = texts.unguessable();
  const invitation = { id: texts.unguessable(), hash: hashOf(secret), expiresAt: now + LIFETIME };
  company.invitations = [...openInvitations(company, now), invitation].slice(-MAX_INVITATIONS);
  return { invitation, token: `${company.id}.${secret}` };
}

/** Uses up the invitation of a token, and returns its company. Undefined if it cannot be used. */
export async function redeemInvitation(
  token: string,
  store: Store,
  now: number,
): Promise<Company | undefined> {
  const [, companyId = "", secret = ""] = TOKEN.exec(token) ?? [];
  const invited = (company: Company | undefined) =>
    company && openInvitations(company, now).find(({ hash }) => hash === hashOf(secret))
      ? company
      : undefined;
  // Anybody can guess. So a guess waits for no lock, and nobody waits for it.
  if (!(await store.read(companyId, async ({ company }) => invited(await company.get()))))
    return undefined;
  return store.transaction(companyId, async ({ company }) => {
    const found = invited(await company.get());
    if (!found) return undefined;
    const others = openInvitations(found, now).filter(({ hash }) => hash !== hashOf(secret));
    await company.save({ ...found, invitations: others });
    return found;
  });
}

function hashOf(secret: string): string {
  return bytesToHex(sha256(utf8ToBytes(secret)));
}
