import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

type MailServer = {
  port: number;
  /** The addresses of all recipients of the accepted mails. */
  acceptedRecipients: string[];
  /** Called with each accepted mail. */
  onMail: (mail: string) => void;
  /** The password of a sign-in. A server that starts with null also accepts mail without a sign-in. */
  password: string | null;
  /** The response to every recipient, such as `[550, '5.1.1 User unknown']`; null to accept all. */
  rejection: readonly [code: number, text: string] | null;
  close(): Promise<void>;
};

/** Starts an SMTP server on this machine. Tests may change its behaviour at any time. */
export async function startMailServer({ password = null }: { password?: string | null } = {}): Promise<MailServer> {
  const state: Pick<MailServer, 'acceptedRecipients' | 'onMail' | 'password' | 'rejection'> = {
    ...{ acceptedRecipients: [], onMail: () => {} },
    ...{ password, rejection: null },
  };
  const server = new SMTPServer({
    authOptional: password === null,
    allowInsecureAuth: true,
    closeTimeout: 1,
    logger: false,
    disableReverseLookup: true,
    onAuth: (auth, _session, callback) =>
      auth.password === state.password
        ? callback(null, { user: auth.username })
        : callback(new Error('Incorrect password')),
    onRcptTo: (_address, _session, callback) => {
      if (state.rejection === null) return callback();
      const [responseCode, text] = state.rejection;
      callback(Object.assign(new Error(text), { responseCode }));
    },
    onData: async (stream, { envelope }, callback) => {
      const mail = await text(stream);
      state.acceptedRecipients.push(...envelope.rcptTo.map(({ address }) => address));
      state.onMail(mail);
      callback();
    },
  });
  server.on('error', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(state, { port, close: () => new Promise<void>(resolve => server.close(resolve)) });
}
