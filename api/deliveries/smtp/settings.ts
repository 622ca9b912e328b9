import type { Credentials, Outbound } from '../../database/mailbox-servers.ts';

/** Where and how a mailbox sends its mail. */
export type SmtpSettings = {
  host: string;
  port: number;
  /** `none` is for servers on this machine. */
  security: 'tls' | 'starttls' | 'none';
  /** Empty for a server without authentication. */
  user: string;
  password: string;
  /** Used instead of the password (XOAUTH2). */
  accessToken?: string;
  maxConnections: number;
};

/** Converts the stored server of a mailbox. `credentials` is null if the mailbox has no user or no password. */
export const toSmtpSettings = (
  { host, port, security, user, max_connections: maxConnections }: Outbound,
  credentials: Credentials | null,
): SmtpSettings => {
  const server = { host, port, security, maxConnections };
  if (credentials === null) return { ...server, user: user ?? '', password: '' };
  if ('pass' in credentials) return { ...server, user: credentials.user, password: credentials.pass };
  return { ...server, user: credentials.user, password: '', accessToken: credentials.accessToken };
};

/** Timeouts in milliseconds. */
export type SmtpTimeouts = {
  /** For each of DNS lookup, connection and greeting. */
  connect: number;
  /** For the next byte from the server during a command. RFC 5321, 4.5.3.2 recommends 5 minutes for most commands. */
  response: number;
  /** The time until an idle connection is closed. */
  idle: number;
};

export const defaultTimeouts: SmtpTimeouts = { connect: 30_000, response: 300_000, idle: 15_000 };
