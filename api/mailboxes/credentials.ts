import type { Queries } from '../database/database.ts';
import { inboundPasswordName, outboundPasswordName } from '../database/secret-names.ts';
import { connectionDraft, type Direction, type MailboxRow } from './representation.ts';

/** What a mailbox signs in with at its IMAP or SMTP server. */
type Credentials = { user: string; pass: string };

/** Reads the credentials of a mailbox; null if it has no user or no password for this server. */
export type ReadCredentials = (
  queries: Queries,
  mailbox: MailboxRow,
  direction: Direction,
) => Promise<Credentials | null>;

type SecretReader = { read(queries: Queries, name: string): Promise<string | null> };

export const createReadCredentials =
  (secrets: SecretReader): ReadCredentials =>
  async (queries, mailbox, direction) => {
    const user = connectionDraft(mailbox)[direction]?.user ?? null;
    const name = direction === 'inbound' ? inboundPasswordName(mailbox.id) : outboundPasswordName(mailbox.id);
    const pass = user === null ? null : await secrets.read(queries, name);
    return user === null || pass === null ? null : { user, pass };
  };
