import type { Selectable } from 'kysely';
import type { ConnectionDraft, Mailbox, MailboxConnection, MailboxDraft, OutboundDraft } from '#contract';
import { transports } from '#contract/enums';
import { decodeEnum, encodeEnum, isoTime } from '../database/column-encoding.ts';
import type { MailboxTable } from '../database/schema.ts';

export type MailboxRow = Selectable<MailboxTable>;

/** Converts a stored mailbox to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toMailbox =
  (baseUrl: string) =>
  (row: MailboxRow): Mailbox => ({
    id: row.id,
    url: `${baseUrl}/v1/mailboxes/${row.id}`,
    ...mailboxDraft(row),
    person_id: row.person_id,
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

/** Picks the writable fields of a stored mailbox. */
export const mailboxDraft = (row: MailboxRow): MailboxDraft => ({
  name: row.name,
  address: row.address,
  aliases: JSON.parse(row.aliases),
  enabled: row.enabled === 1,
  transport: decodeEnum(transports, row.transport),
  signature: row.signature,
  default_assignee_id: row.default_assignee_id,
  default_tags: JSON.parse(row.default_tags),
  subject_threading: row.subject_threading === 1,
  new_ticket_after_days: row.new_ticket_after_days,
  acknowledgement: row.acknowledgement,
});

/** Converts the writable fields to their columns. */
export const mailboxColumns = (draft: MailboxDraft) => ({
  ...draft,
  aliases: JSON.stringify(draft.aliases),
  enabled: draft.enabled ? 1 : 0,
  transport: encodeEnum(transports, draft.transport),
  default_tags: JSON.stringify(draft.default_tags),
  subject_threading: draft.subject_threading ? 1 : 0,
});

/** Lists the addresses of a mailbox in lower case; they are unique among all mailboxes. */
export const addressKeys = ({ address, aliases }: Pick<MailboxDraft, 'address' | 'aliases'>): string[] =>
  [address, ...aliases].map(each => each.toLowerCase());

/** An SMTP server, without the password. */
export type Outbound = Omit<OutboundDraft, 'password'>;

/** The connection of a mailbox: `version` and `updated_at` are its own. */
export type ConnectionRow = MailboxRow & { password_set: boolean };

export const toConnectionRow = (row: MailboxRow, passwordSet: boolean): ConnectionRow => ({
  ...row,
  version: row.connection_version,
  updated_at: row.connection_updated_at,
  password_set: passwordSet,
});

export const toConnection =
  (baseUrl: string) =>
  (row: ConnectionRow): MailboxConnection => {
    const { outbound, trusted_authserv_id } = connectionDraft(row);
    return {
      id: row.id,
      url: `${baseUrl}/v1/mailboxes/${row.id}/connection`,
      outbound: outbound && { ...outbound, password_set: row.password_set },
      trusted_authserv_id,
      version: row.version,
      created_at: isoTime(row.created_at),
      updated_at: isoTime(row.updated_at),
    };
  };

/** Picks the writable fields of a stored connection; the password is never read here. */
export const connectionDraft = ({
  outbound,
  trusted_authserv_id,
}: Pick<MailboxRow, 'outbound' | 'trusted_authserv_id'>): ConnectionDraft => ({
  outbound: outbound === null ? null : (JSON.parse(outbound) as Outbound),
  trusted_authserv_id,
});

/** A change of some members, also of `outbound`. */
export type ConnectionDelta = Partial<Omit<ConnectionDraft, 'outbound'>> & { outbound?: Partial<OutboundDraft> | null };

/** Merges a change into a connection (RFC 7396). The result may lack members of `outbound`. */
export const mergeConnection = (stored: ConnectionDraft, { outbound, ...delta }: ConnectionDelta): ConnectionDraft => ({
  ...stored,
  ...delta,
  ...(outbound !== undefined && {
    outbound: outbound === null ? null : ({ ...stored.outbound, ...outbound } as OutboundDraft),
  }),
});

/** Removes the password from a draft; returns the same object if it has none. */
export const withoutPassword = <Part extends { outbound?: object | null }>(draft: Part): Part => {
  if (!draft.outbound || !('password' in draft.outbound)) return draft;
  const { password: _, ...outbound } = draft.outbound;
  return { ...draft, outbound };
};

/** Lists `password_set` if a representation or body contains it. */
export const listNestedReadOnly = ({ outbound }: Record<string, unknown>): Record<string, unknown> =>
  typeof outbound === 'object' && outbound !== null && 'password_set' in outbound
    ? { 'outbound.password_set': outbound.password_set }
    : {};
