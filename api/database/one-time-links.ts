import { hash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { decodeEnum, encodeEnum } from './column-encoding.ts';
import type { Database, Queries, WriteTransaction } from './database.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import type { OneTimeLinkTable } from './schema.ts';
import { readSettings } from './settings.ts';

/** Kinds of links. An invited person chooses a name and a password; a reset sets a new password. */
const oneTimeLinkKinds = ['invitation', 'reset'] as const;
export type OneTimeLinkKind = (typeof oneTimeLinkKinds)[number];

export type OneTimeLinkRow = Selectable<OneTimeLinkTable>;

const resetMilliseconds = 3_600_000;
const dayMilliseconds = 86_400_000;

/** Returns how long a new link works, in milliseconds. */
const readLifetime = async (queries: Queries, kind: OneTimeLinkKind): Promise<number> =>
  kind === 'reset' ? resetMilliseconds : (await readSettings(queries)).invitation_days * dayMilliseconds;

/** A new link; `deliveryId` is the mail that will contain it. */
type LinkDraft = { kind: OneTimeLinkKind; personId: string; createdBy: string | null; deliveryId: string | null };

/** Creates a token of 256 bits, in hex. Mail programs cut some other characters off the end of a URL. */
export const createLinkToken = (): string => randomBytes(32).toString('hex');

/** Returns whether text has the form of a token. */
const isToken = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

export const digestLinkToken = (token: string): string => hash('sha256', token, 'hex');

/** Returns the URL of a link; `baseUrl` is API_PUBLIC_URL. */
export const toLinkUrl = (baseUrl: string, token: string): string => `${baseUrl}/oauth/one-time/${token}`;

export const getLinkKind = ({ kind }: Pick<OneTimeLinkRow, 'kind'>): OneTimeLinkKind =>
  decodeEnum(oneTimeLinkKinds, kind);

/** Inserts a link. An invitation replaces an earlier invitation. If `token` is null, sending the mail creates it. */
export const insertLink = async (
  writes: WriteTransaction,
  { kind, personId, createdBy, deliveryId }: LinkDraft,
  { token, now }: { token: string | null; now: number },
): Promise<OneTimeLinkRow> => {
  if (kind === 'invitation') await deleteLinks(writes, personId, kind);
  return writes
    .insertInto('one_time_links')
    .values({
      kind: encodeEnum(oneTimeLinkKinds, kind),
      person_id: personId,
      digest: token === null ? null : digestLinkToken(token),
      delivery_id: deliveryId,
      created_by: createdBy,
      expires_at: now + (await readLifetime(writes, kind)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Finds the link of a token; null if it is missing or expired. */
export const findLink = async (queries: Queries, token: string, now: number): Promise<OneTimeLinkRow | null> => {
  if (!isToken(token)) return null;
  const links = queries.selectFrom('one_time_links').selectAll().where('digest', '=', digestLinkToken(token));
  return (await links.where('expires_at', '>', now).executeTakeFirst()) ?? null;
};

/** Deletes a link. @returns false if another transaction has deleted it */
export const consumeLink = async (writes: WriteTransaction, { n }: Pick<OneTimeLinkRow, 'n'>): Promise<boolean> => {
  const { numDeletedRows } = await writes.deleteFrom('one_time_links').where('n', '=', n).executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Finds the invitation of a person, even if it has expired; null without an invitation. */
export const findInvitation = async (queries: Queries, personId: string): Promise<OneTimeLinkRow | null> => {
  const kind = encodeEnum(oneTimeLinkKinds, 'invitation');
  const links = queries.selectFrom('one_time_links').selectAll().where('person_id', '=', personId);
  return (await links.where('kind', '=', kind).executeTakeFirst()) ?? null;
};

/** Lists the invitations of all people, including expired invitations, in the order of their expiry. */
export const listInvitationLinks = (queries: Queries): Promise<OneTimeLinkRow[]> =>
  queries
    .selectFrom('one_time_links')
    .selectAll()
    .where('kind', '=', encodeEnum(oneTimeLinkKinds, 'invitation'))
    .orderBy('expires_at')
    .orderBy('n')
    .execute();

/** Finds the link for a mail; null if it is missing or expired. */
export const findMailedLink = async (
  queries: Queries,
  deliveryId: string,
  now: number,
): Promise<OneTimeLinkRow | null> => {
  const links = queries.selectFrom('one_time_links').selectAll().where('delivery_id', '=', deliveryId);
  return (await links.where('expires_at', '>', now).executeTakeFirst()) ?? null;
};

/** Stores the token of a mail, which replaces the token of an earlier attempt. @returns false without a valid link */
export const setMailedToken = async (
  writes: WriteTransaction,
  deliveryId: string,
  { digest, now }: { digest: string; now: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await writes
    .updateTable('one_time_links')
    .set({ digest })
    .where('delivery_id', '=', deliveryId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Counts the valid reset links that were mailed to a person. Each is valid for an hour; used and revoked links do not
 * count. `lastAt` is the creation time of the newest link; negative without such links.
 */
export const readMailedResets = async (
  queries: Queries,
  personId: string,
  now: number,
): Promise<{ count: number; lastAt: number }> => {
  const { count, expires_at } = await queries
    .selectFrom('one_time_links')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('expires_at').as('expires_at')])
    .where('person_id', '=', personId)
    .where('kind', '=', encodeEnum(oneTimeLinkKinds, 'reset'))
    .where('delivery_id', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return { count: Number(count), lastAt: Number(expires_at ?? 0) - resetMilliseconds };
};

/** Revokes the links of a person by deleting them. @returns their number */
export const deleteLinks = async (
  writes: WriteTransaction,
  personId: string,
  kind?: OneTimeLinkKind,
): Promise<number> => {
  const { numDeletedRows } = await writes
    .deleteFrom('one_time_links')
    .where('person_id', '=', personId)
    .$if(kind !== undefined, links => links.where('kind', '=', encodeEnum(oneTimeLinkKinds, kind ?? 'invitation')))
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Deletes the link of a mail. */
export const deleteMailedLink = async (writes: WriteTransaction, deliveryId: string): Promise<void> => {
  await writes.deleteFrom('one_time_links').where('delivery_id', '=', deliveryId).execute();
};

/** Deletes the links in a text, even if a mail filter has wrapped them in its own links, which escape slashes. */
export const deleteLinksInText = async (writes: WriteTransaction, text: string): Promise<void> => {
  const tokens = [...text.matchAll(/one-time(?:\/|%2f)([0-9a-f]{64})/gi)].map(([, token = '']) => token.toLowerCase());
  if (tokens.length > 0)
    await writes.deleteFrom('one_time_links').where('digest', 'in', tokens.map(digestLinkToken)).execute();
};

/** Deletes expired links, and returns their number. */
export const deleteExpiredLinks = (database: Database, now: number, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    database,
    async (writes, limit) => {
      const { numDeletedRows } = await writes
        .deleteFrom('one_time_links')
        .where('n', 'in', ({ selectFrom }) =>
          selectFrom('one_time_links').select('n').where('expires_at', '<=', now).limit(limit),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    signal,
  );
