import type { Selectable } from 'kysely';
import type { ConnectionDraft, InboundDraft, Mailbox, MailboxConnection, MailboxDraft, OutboundDraft } from '#contract';
import { transports } from '#contract/enums';
import { decodeEnum, encodeEnum, isoTime } from '../database/column-encoding.ts';
import { decodeServer, type Inbound, type Outbound } from '../database/mailbox-servers.ts';
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

/** The directions of a mailbox: from its IMAP server, and to its SMTP server. */
export const connectionDirections = ['inbound', 'outbound'] as const;
export type ConnectionDirection = (typeof connectionDirections)[number];

/** A mailbox with the `version` and `updated_at` of its connection. */
export type ConnectionRow = MailboxRow & { passwordSet: Record<ConnectionDirection, boolean> };

export const toConnectionRow = (row: MailboxRow, passwordSet: ConnectionRow['passwordSet']): ConnectionRow => ({
  ...row,
  version: row.connection_version,
  updated_at: row.connection_updated_at,
  passwordSet,
});

export const toConnection =
  (baseUrl: string) =>
  (row: ConnectionRow): MailboxConnection => {
    return {
      id: row.id,
      url: `${baseUrl}/v1/mailboxes/${row.id}/connection`,
      ...describeConnection(row),
      version: row.version,
      created_at: isoTime(row.created_at),
      updated_at: isoTime(row.updated_at),
    };
  };

/** Describes the servers of a connection without their passwords. */
export const describeConnection = (
  row: ConnectionRow,
): Pick<MailboxConnection, ConnectionDirection | 'trusted_authserv_id'> => {
  const { inbound, outbound, trusted_authserv_id } = connectionDraft(row);
  return {
    inbound: inbound && { ...inbound, password_set: row.passwordSet.inbound },
    outbound: outbound && { ...outbound, password_set: row.passwordSet.outbound },
    trusted_authserv_id,
  };
};

/** Picks the writable fields of a stored connection; a password is never read here. */
export const connectionDraft = ({
  inbound,
  outbound,
  trusted_authserv_id,
}: Pick<MailboxRow, ConnectionDirection | 'trusted_authserv_id'>): ConnectionDraft => ({
  inbound: decodeServer<Inbound>(inbound),
  outbound: decodeServer<Outbound>(outbound),
  trusted_authserv_id,
});

/** A change of some members, including the members of a server. */
export type ConnectionDelta = Partial<Omit<ConnectionDraft, ConnectionDirection>> & {
  inbound?: Partial<InboundDraft> | null;
  outbound?: Partial<OutboundDraft> | null;
};

/** Merges a change into a connection (RFC 7396). The result may lack members of a server. */
export const mergeConnection = (stored: ConnectionDraft, delta: ConnectionDelta): ConnectionDraft => ({
  ...stored,
  ...delta,
  inbound: mergeServer(stored.inbound, delta.inbound),
  outbound: mergeServer(stored.outbound, delta.outbound),
});

const mergeServer = <Server>(stored: Server, delta: Partial<Server> | undefined): Server =>
  delta && stored ? { ...stored, ...delta } : ((delta === undefined ? stored : delta) as Server);

/** Removes the passwords from a draft; returns the same object if it has none. */
export const withoutPasswords = <Part extends Partial<Record<ConnectionDirection, object | null>>>(
  draft: Part,
): Part => {
  const changed = connectionDirections.flatMap(direction => {
    const server = draft[direction];
    if (!server || !('password' in server)) return [];
    const { password: _, ...others } = server;
    return [[direction, others]];
  });
  return changed.length === 0 ? draft : { ...draft, ...Object.fromEntries(changed) };
};

/** Lists each `password_set` that a representation or body contains. */
export const listNestedReadOnly = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    connectionDirections.flatMap(direction => {
      const server = value[direction];
      return typeof server === 'object' && server !== null && 'password_set' in server
        ? [[`${direction}.password_set`, server.password_set]]
        : [];
    }),
  );
