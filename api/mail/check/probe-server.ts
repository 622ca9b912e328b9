import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { describeError } from './deadline.ts';

export type ProbedServer = {
  protocol: 'smtp' | 'imap';
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
};

/**
 * The TLS connection and the server's certificate. `name` is the name in the certificate. `error` is the reason why the
 * certificate is not trusted, else null.
 */
type TlsDetails = { version: string; name: string; validTo: Date; error: string | null };

/** The result of a connection without a sign-in. */
export type Probe = {
  /** The greeting of the server; null if it sent none or rejected the connection. */
  greeting: string | null;
  /** Null if no TLS handshake succeeded. */
  tls: TlsDetails | null;
  /** The reason why the probe ended early, else null. */
  error: string | null;
  /** Whether `error` is the response of the server. */
  wasRejected: boolean;
};

/** `end` matches the last line of a response, `success` a positive response. */
type Expected = { end: RegExp; success: RegExp };

type Dialogue = { greeting: Expected; commands: readonly (Expected & { command: string })[] };

/** Matches the last line of a response: no hyphen follows its code (RFC 5321, 4.2.1). */
const smtpEnd = /^\d{3}( .*)?\r?\n/m;

const imapEnd = /^a1 .*\r?\n/m;

/** The greeting, and the commands before the TLS handshake of STARTTLS. */
const dialogues: Record<ProbedServer['protocol'], Dialogue> = {
  smtp: {
    greeting: { end: smtpEnd, success: /^220/ },
    commands: [
      { command: 'EHLO [127.0.0.1]\r\n', end: smtpEnd, success: /^250/ },
      { command: 'STARTTLS\r\n', end: smtpEnd, success: /^220/ },
    ],
  },
  imap: {
    greeting: { end: /^\* .*\r?\n/m, success: /^\* (OK|PREAUTH)\b/i },
    commands: [{ command: 'a1 STARTTLS\r\n', end: imapEnd, success: /^a1 OK\b/im }],
  },
};

/**
 * Connects to a server and reads its greeting and certificate. The certificate may be untrusted. Sends no credentials.
 * An aborted signal ends the probe.
 */
export const probeServer = async (server: ProbedServer, signal: AbortSignal): Promise<Probe> => {
  const { host, port, security, protocol } = server;
  const probe: Probe = { greeting: null, tls: null, error: null, wasRejected: false };
  let socket: Socket = connectTcp({ host, port });
  const expire = () => socket.destroy(signal.reason);
  signal.addEventListener('abort', expire);
  const secure = async () => {
    const tls = connectTls({ socket, host, ...(isIP(host) === 0 && { servername: host }), rejectUnauthorized: false });
    socket = tls;
    await once(tls, 'secureConnect');
    probe.tls = describeTls(tls);
  };
  try {
    signal.throwIfAborted();
    await once(socket, 'connect');
    if (security === 'tls') await secure();
    const { greeting, commands } = dialogues[protocol];
    probe.greeting = await readResponse(socket, greeting);
    if (security === 'starttls') {
      for (const { command, ...expected } of commands) {
        socket.write(command);
        await readResponse(socket, expected);
      }
      await secure();
    }
  } catch (error) {
    probe.error = describeError(error);
    probe.wasRejected = error instanceof RejectedError;
  } finally {
    signal.removeEventListener('abort', expire);
    socket.on('error', () => {}).destroy();
  }
  return probe;
};

const maxCharacters = 65_536;

/** The server rejected the connection or a command. The error message is the response. */
class RejectedError extends Error {}

/** Reads a response. @throws RejectedError, or an error if the connection closes or the response is too long */
const readResponse = (socket: Socket, { end, success }: Expected): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const settle = (act: () => void) => {
      socket.pause().removeAllListeners();
      act();
    };
    const fail = (error?: Error) =>
      settle(() => reject(error ?? new Error(text || 'The server closed the connection')));
    socket.once('error', fail).once('close', () => fail());
    socket.on('data', chunk => {
      text += chunk.toString('latin1');
      if (!end.test(text)) return text.length > maxCharacters ? fail(new Error(text)) : undefined;
      settle(() => (success.test(text) ? resolve(text) : reject(new RejectedError(text))));
    });
    socket.resume();
  });

const describeTls = (socket: TLSSocket): TlsDetails => {
  const { subject, subjectaltname, valid_to } = socket.getPeerCertificate();
  const { authorizationError } = socket;
  return {
    version: socket.getProtocol() ?? 'TLS',
    name: [subject?.CN].flat()[0] ?? subjectaltname ?? 'without a name',
    validTo: new Date(valid_to),
    error: authorizationError ? String(authorizationError) : null,
  };
};
