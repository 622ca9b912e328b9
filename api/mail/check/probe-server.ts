import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

export type ProbedServer = {
  protocol: 'smtp' | 'imap';
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
};

type TlsDetails = { version: string; name: string; validTo: Date; error: string | null };

/** What a server shows to a client that does not sign in. */
export type Probe = {
  /** The first line of the server; null if it sent none. */
  greeting: string | null;
  /** Null without TLS. */
  tls: TlsDetails | null;
  /** Why the probe ended early. */
  error: string | null;
};

/** The commands that lead to TLS, and how their responses end. */
const commands: Record<ProbedServer['protocol'], readonly (readonly [command: string, end: RegExp])[]> = {
  smtp: [
    ['EHLO [127.0.0.1]\r\n', /^\d{3} .*\r?\n/m],
    ['STARTTLS\r\n', /^220 .*\r?\n/m],
  ],
  imap: [['a1 STARTTLS\r\n', /^a1 OK.*\r?\n/im]],
};

/** A greeting of several SMTP lines ends with the line without a hyphen. */
const greetingEnds = { smtp: /^\d{3} .*\r?\n/m, imap: /^\* .*\r?\n/m };

/** Connects to a server and reads its greeting and certificate, even one that is not trusted. Sends no credentials. */
export const probeServer = async (server: ProbedServer, milliseconds: number): Promise<Probe> => {
  const { host, port, security, protocol } = server;
  const probe: Probe = { greeting: null, tls: null, error: null };
  let socket: Socket = connectTcp({ host, port });
  const expire = () => socket.destroy(new Error(`The server did not respond within ${milliseconds / 1000} seconds`));
  const timer = setTimeout(expire, milliseconds);
  const secure = async () => {
    const tls = connectTls({ socket, host, ...(isIP(host) === 0 && { servername: host }), rejectUnauthorized: false });
    socket = tls;
    await once(tls, 'secureConnect');
    probe.tls = describeTls(tls);
  };
  try {
    await once(socket, 'connect');
    if (security === 'tls') await secure();
    probe.greeting = await readUntil(socket, greetingEnds[protocol]);
    if (security === 'starttls') {
      for (const [command, end] of commands[protocol]) {
        socket.write(command);
        await readUntil(socket, end);
      }
      await secure();
    }
  } catch (error) {
    probe.error = error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
    socket.on('error', () => {}).destroy();
  }
  return probe;
};

const maxCharacters = 65_536;

/** Reads a response. @throws an error with the text so far if the server rejects the command or closes the connection */
const readUntil = (socket: Socket, end: RegExp): Promise<string> =>
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
      if (end.test(text)) settle(() => resolve(text));
      else if (/^([45]\d\d |a1 (NO|BAD)).*\r?\n/m.test(text) || text.length > maxCharacters) fail(new Error(text));
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
