import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { projectFolder } from '#server/testing/server-process';

/** Exim and Dovecot on this machine, without TLS. The first account may also send mail with its password. */
type RealMailServers = {
  smtpPort: number;
  imapPort: number;
  /** Sends a mail as a mail program does. */
  send(mail: { from: string; to: string; subject: string; text: string }): Promise<void>;
  /** Waits until an account has a mail whose subject contains this text. @returns the text of the mail */
  readMail(address: string, subject: string): Promise<string>;
  close(): Promise<void>;
};

const host = '127.0.0.1';
const script = join(projectFolder, 'api/mail/testing/servers/forked-servers.ts');

/** Starts the servers with these accounts. @returns the servers, or why they are missing here */
export async function startRealMailServers(
  password: string,
  ...addresses: readonly string[]
): Promise<RealMailServers | { missing: string }> {
  const child = fork(script, addresses, { env: { ...process.env, MAIL_PASSWORD: password } });
  const exited = once(child, 'exit');
  const failed = exited.then(() => Promise.reject(new Error('The mail servers exited before they listened.')));
  const [started] = await Promise.race([once(child, 'message'), failed]);
  if ('missing' in started) return started;
  const { smtpPort, imapPort } = started;
  return {
    ...{ smtpPort, imapPort },
    async send(mail) {
      const transport = createTransport({ host, port: smtpPort, ignoreTLS: true });
      await transport.sendMail(mail);
      transport.close();
    },
    async readMail(address, subject) {
      const auth = { user: address, pass: password };
      const client = new ImapFlow({ host, port: imapPort, secure: false, doSTARTTLS: false, auth, logger: false });
      await client.connect();
      await client.mailboxOpen('INBOX');
      await expect.poll(() => client.search({ subject })).toHaveLength(1);
      const [number] = (await client.search({ subject })) || [];
      const { content } = await client.download(String(number), '1');
      const body = content ? await text(content) : '';
      await client.logout();
      return body;
    },
    async close() {
      child.disconnect();
      await exited;
    },
  };
}
