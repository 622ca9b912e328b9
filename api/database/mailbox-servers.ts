import type { Selectable } from 'kysely';
import type { InboundDraft, OutboundDraft } from '#contract';
import type { Database } from './database.ts';
import type { MailboxTable } from './schema.ts';

/** An IMAP server, without the password. */
export type Inbound = Omit<InboundDraft, 'password'>;

/** An SMTP server, without the password. */
export type Outbound = Omit<OutboundDraft, 'password'>;

/** Defaults of members that are missing if an older version stored the server. */
const serverDefaults = { authentication: 'password' } as const;

/** Decodes a server of a mailbox; null if there is no server. */
export const decodeServer = <Server extends Inbound | Outbound>(column: string | null): Server | null =>
  column === null ? null : { ...serverDefaults, ...(JSON.parse(column) as Server) };

/** The credentials of a mailbox for its IMAP or SMTP server. `generation` identifies the access token. */
export type Credentials = { user: string; pass: string } | { user: string; accessToken: string; generation: number };

/** Why a mailbox cannot sign in. If `isRenewing`, it can sign in once its token is renewed. */
type MissingCredentials = { response: string; needsPerson: boolean; isRenewing: boolean };

/** How mailboxes sign in at their servers. */
export type MailboxCredentials = {
  /**
   * Reads the credentials of a mailbox, or why they are missing. Null without a user or a password. Enqueues the
   * renewal of an expired access token.
   */
  readCredentials(
    database: Pick<Database, 'read' | 'transaction'>,
    mailbox: Selectable<MailboxTable>,
    direction: 'inbound' | 'outbound',
    now: number,
  ): Promise<Credentials | MissingCredentials | null>;
  /**
   * Reports that a server rejected an access token, which is then renewed once.
   * @returns false if only a person can help: the token was already renewed for that reason, or no sign-in exists
   */
  rejectToken(
    database: Pick<Database, 'transaction'>,
    mailboxId: string,
    token: { generation: number; now: number },
  ): Promise<boolean>;
};
