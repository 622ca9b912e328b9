import type { InboundDraft, OutboundDraft } from '#contract';

/** An IMAP server, without the password. */
export type Inbound = Omit<InboundDraft, 'password'>;

/** An SMTP server, without the password. */
export type Outbound = Omit<OutboundDraft, 'password'>;

/** Members of a server that was stored before these members existed. */
const olderServer = { authentication: 'password' } as const;

/** Decodes a server of a mailbox; null for none. */
export const decodeServer = <Server extends Inbound | Outbound>(column: string | null): Server | null =>
  column === null ? null : { ...olderServer, ...(JSON.parse(column) as Server) };

/** The credentials of a mailbox for its IMAP or SMTP server. `generation` identifies the access token. */
export type Credentials = { user: string; pass: string } | { user: string; accessToken: string; generation: number };

/** Why a mailbox cannot sign in. While its token is renewed, it can do so in a moment. */
export type MissingCredentials = { response: string; needsPerson: boolean; isRenewing: boolean };
