import { z } from 'zod';
import { type AuditDraft, recordAudit } from '../../database/audit-log.ts';
import type { Database, Queries } from '../../database/database.ts';
import { type ConnectedApp, revokeApp, toConnectedApps } from './connected-apps.ts';
import { listLiveGrants } from './live-grants.ts';
import { listSignIns, revokeAllSignIns, revokeSignIn, type SignIn } from './sign-ins.ts';

/** A person's connected apps and sign-ins. */
export type OwnAccess = { apps: ConnectedApp[]; signIns: SignIn[] };

/** The maximum number of grants on the page. Older grants appear after newer grants are revoked. */
const maxGrants = 1000;

/** Finds the connected apps and sign-ins of a person. */
export const findOwnAccess = async (queries: Queries, personId: string, now: number): Promise<OwnAccess> => {
  const grants = await listLiveGrants(queries, { personId }, maxGrants, now);
  return { apps: toConnectedApps(grants), signIns: await listSignIns(queries, personId, grants, now) };
};

/** All ids use these characters; PostgreSQL would raise an error for a NUL. */
const formId = z
  .string()
  .regex(/^[\x20-\x7e]{1,200}$/)
  .optional()
  .catch(undefined);

const form = z.object({ person: formId, 'connected-app': formId, script: formId, sign_in: formId, everywhere: formId });

/** The submitted button, with the kind as name and the id as value. `person` is the owner of the page. */
export type SubmittedButton = z.output<typeof form>;

/** Parses a submitted form. Malformed members are undefined. */
export const parseButton = (body: unknown): SubmittedButton => form.catch({}).parse(body ?? {});

/** Returns whether a button ends the session with this uid. */
export const signsOutThisBrowser = ({ everywhere, sign_in: signIn }: SubmittedButton, sessionUid: string): boolean =>
  everywhere !== undefined || signIn === sessionUid;

/** Revokes the person's own access and returns a message. Null after a sign-out everywhere, or without a button. */
export const revokeByButton = async (
  database: Database,
  personId: string,
  pressed: SubmittedButton,
  now: number,
): Promise<string | null> => {
  const { apps, signIns } = await findOwnAccess(database.read, personId, now);
  for (const kind of ['connected-app', 'script'] as const) {
    const id = pressed[kind];
    if (id === undefined) continue;
    const found = apps.find(each => each.kind === kind && each.id === id);
    await database.transaction(async writes => {
      await revokeApp(writes, personId, { kind, id });
      if (found !== undefined) await recordAudit(writes, { personId, clientId: null, now }, toAudited(personId, found));
    });
    // Unicode isolates prevent a right-to-left name from reordering the text around it.
    return found === undefined ? alreadyEnded : `\u2068${found.name}\u2069 no longer has access.`;
  }
  const { sign_in: signIn, everywhere } = pressed;
  if (everywhere !== undefined) await database.transaction(writes => revokeAllSignIns(writes, personId));
  if (signIn === undefined) return null;
  await database.transaction(writes => revokeSignIn(writes, personId, signIn));
  return signIns.some(({ id }) => id === signIn) ? 'The other browser is signed out.' : alreadyEnded;
};

const toAudited = (personId: string, { kind, id }: ConnectedApp): AuditDraft =>
  kind === 'script'
    ? { action: 'token.revoked', targetId: id, before: { person_id: personId } }
    : { action: 'person.access_revoked', targetId: personId, before: { client_id: id } };

const alreadyEnded = 'That access had already ended.';
