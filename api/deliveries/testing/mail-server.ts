import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

type ReceivedMail = { from: string; to: string[]; raw: string; isEncrypted: boolean };

/** An SMTP response: `[450, '4.2.0 Try later']`. */
type Response = readonly [code: number, text: string];

/** The behaviour of the server. Tests change it at any time. */
export type MailServerScript = {
  /** Returns a response that rejects the session; undefined accepts it. */
  onConnect?: () => Response | undefined;
  /** Returns a response that rejects the sender. */
  onSender?: () => Response | undefined;
  /** Returns a response that rejects a recipient; with `silence`, the server does not respond. */
  onRecipient?: (email: string) => Response | 'silence' | undefined | Promise<undefined>;
  /** Called when the whole mail has arrived. Returns a response that rejects it, or `silence` or `disconnect`. */
  onData?: () => Response | 'silence' | 'disconnect' | undefined;
  /** Requires this password from every client. */
  password?: string;
  /** Requires an access token (XOAUTH2) that this function accepts. */
  acceptsToken?: (token: string) => Promise<boolean>;
};

export type MailServer = {
  port: number;
  script: MailServerScript;
  /** Every mail that arrived as a whole, including mails that the server rejected afterwards. */
  arrived: ReceivedMail[];
  /** The number of sessions so far. */
  sessions: number;
  /** Destroys every connection. */
  disconnect(): void;
  /** Lets the process end while the server listens. */
  unref(): void;
  close(): Promise<void>;
};

/**
 * Starts a real SMTP server that follows a script, on this machine. Set `script.password` and `script.acceptsToken`
 * before the start. `tls` is its certificate; with `secure`, it expects TLS from the first byte.
 */
export const startMailServer = async (
  script: MailServerScript = {},
  tls: { key?: string; cert?: string; secure?: boolean } = {},
): Promise<MailServer> => {
  const sockets = new Set<{ destroy(): void }>();
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  const running: Omit<MailServer, 'port' | 'close' | 'unref'> = { script, arrived: [], sessions: 0, disconnect };
  const respond = (callback: (error?: Error | null) => void, response: Response | 'silence' | undefined) => {
    if (response !== 'silence')
      callback(response && Object.assign(new Error(response[1]), { responseCode: response[0] }));
  };
  const server = new SMTPServer({
    ...tls,
    authOptional: script.password === undefined && script.acceptsToken === undefined,
    authMethods: script.acceptsToken === undefined ? ['PLAIN', 'LOGIN'] : ['XOAUTH2'],
    allowInsecureAuth: true,
    closeTimeout: 1,
    // Also silences the warning about the certificate, which is for tests only.
    logger: false,
    disableReverseLookup: true,
    onAuth: async ({ username, password, accessToken = '' }, _session, callback) => {
      const { acceptsToken } = running.script;
      const isAccepted = acceptsToken ? await acceptsToken(accessToken) : password === running.script.password;
      if (isAccepted) callback(null, { user: username });
      else callback(new Error('Invalid username or password'));
    },
    onConnect: (_session, callback) => {
      running.sessions++;
      respond(callback, running.script.onConnect?.());
    },
    onMailFrom: (_address, _session, callback) => respond(callback, running.script.onSender?.()),
    onRcptTo: async ({ address }, _session, callback) => respond(callback, await running.script.onRecipient?.(address)),
    onData: async (stream, { envelope, secure }, callback) => {
      const { mailFrom, rcptTo } = envelope;
      const raw = await text(stream).catch(() => null);
      if (raw === null) return;
      const to = rcptTo.map(({ address }) => address);
      running.arrived.push({ from: mailFrom ? mailFrom.address : '', to, raw, isEncrypted: secure });
      const response = running.script.onData?.();
      if (response === 'disconnect') disconnect();
      else respond(callback, response);
    },
  });
  server.on('error', () => {});
  server.server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  const close = async () => {
    disconnect();
    await new Promise<void>(resolve => server.close(resolve));
  };
  return Object.assign(running, { port, close, unref: () => void server.server.unref() });
};
