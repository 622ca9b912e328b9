/** Where and how a mailbox sends its mail. */
export type SmtpSettings = {
  host: string;
  port: number;
  /** `none` is for servers on this machine. */
  security: 'tls' | 'starttls' | 'none';
  /** Empty for a server without authentication. */
  user: string;
  password: string;
  maxConnections: number;
};

/** Milliseconds. */
export type SmtpTimeouts = {
  /** To a greeting. */
  connect: number;
  /** Without a byte from the server during a command. RFC 5321, 4.5.3.2 asks for at least 5 minutes. */
  silence: number;
  /** Until an unused connection is closed. */
  idle: number;
};

export const defaultTimeouts: SmtpTimeouts = { connect: 30_000, silence: 300_000, idle: 15_000 };
