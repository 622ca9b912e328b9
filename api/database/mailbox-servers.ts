import type { InboundDraft, OutboundDraft } from '#contract';

/** An IMAP server, without the password. */
export type Inbound = Omit<InboundDraft, 'password'>;

/** An SMTP server, without the password. */
export type Outbound = Omit<OutboundDraft, 'password'>;

/** Members that a server lacks which was stored before they existed. */
const olderServer = { authentication: 'password' } as const;

/** Decodes a server of a mailbox; null for none. */
export const decodeServer = <Server extends Inbound | Outbound>(column: string | null): Server | null =>
  column === null ? null : { ...olderServer, ...(JSON.parse(column) as Server) };

/** What a mailbox signs in with at its IMAP or SMTP server. `generation` identifies the access token. */
export type Credentials = { user: string; pass: string } | { user: string; accessToken: string; generation: number };

/** Why a mailbox cannot sign in. While its token is renewed, it can do so in a moment. */
export type MissingCredentials = { response: string; needsPerson: boolean; isRenewing: boolean };
