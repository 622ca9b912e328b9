import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '#server/testing/free-port';
import { testCertificate } from '../../../deliveries/testing/certificate.ts';
import { type NamespaceServer, startInNamespace } from './namespace.ts';

/** An account of the test servers. */
export type MailAccount = { address: string; password: string; maxBytes?: number };

/** A real IMAP and LMTP server with its mail in a temporary directory. Its ports stay the same when it restarts. */
export type Dovecot = {
  /** IMAP with STARTTLS or without TLS. */
  imapPort: number;
  /** IMAP with TLS from the first byte. */
  imapsPort: number;
  lmtpPort: number;
  readLog(): string;
  /** Creates a folder; an empty name is the inbox. */
  addFolder(address: string, folder: string): Promise<void>;
  /** Puts a mail into the inbox, as a local program does. `receivedAt` is its date for IMAP. */
  deliver(address: string, mail: string, receivedAt?: Date): Promise<void>;
  /** Waits for a mail with this subject, and returns it. */
  waitForMail(address: string, subject: string, folder?: string): Promise<string>;
  /** Assigns another UIDVALIDITY to the inbox, and other UIDs to its mails. The server must be stopped. */
  renumber(address: string): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Cuts all connections and kills all processes. */
  kill(): Promise<void>;
  /** Kills the server and removes its files. */
  remove(): Promise<void>;
};

export const startDovecot = async (root: string, accounts: readonly MailAccount[]): Promise<Dovecot> => {
  const folder = await mkdtemp(join(tmpdir(), 'stardesk-dovecot-'));
  const [imapPort, imapsPort, lmtpPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const ports = { imapPort, imapsPort, lmtpPort };
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write('certificate.pem', testCertificate.cert);
  await write('key.pem', testCertificate.key);
  await write('users', accounts.map(formatAccount).join('\n'));
  await write('dovecot.conf', configure(folder, ports));
  const getFolder = (address: string, name: string) => join(folder, 'mail', address, name && `.${name}`);
  const addFolder: Dovecot['addFolder'] = async (address, name) => {
    for (const each of ['tmp', 'new', 'cur']) await mkdir(join(getFolder(address, name), each), { recursive: true });
  };
  for (const { address } of accounts) await addFolder(address, '');

  let server: NamespaceServer;
  const start = async () => {
    server = await startInNamespace(root, ['dovecot', '-F', '-c', join(folder, 'dovecot.conf')], Object.values(ports));
  };
  await start();
  return {
    ...ports,
    readLog: () => server.readLog(),
    addFolder,
    async deliver(address, mail, receivedAt = new Date()) {
      const [inbox, name] = [getFolder(address, ''), randomUUID()];
      const path = join(inbox, 'tmp', name);
      await writeFile(path, mail);
      await utimes(path, receivedAt, receivedAt);
      await rename(path, join(inbox, 'new', name));
    },
    async waitForMail(address, subject, folder = '') {
      const directory = getFolder(address, folder);
      for (;;) {
        for (const file of globSync('{new,cur}/*', { cwd: directory })) {
          const mail = await readFile(join(directory, file), 'utf8');
          if (mail.includes(`\nSubject: ${subject}`)) return mail;
        }
        await pause(20);
      }
    },
    async renumber(address) {
      const inbox = getFolder(address, '');
      for (const file of globSync('dovecot*', { cwd: inbox })) await rm(join(inbox, file));
    },
    start,
    stop: () => server.stop(),
    kill: () => server.kill(),
    async remove() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const formatAccount = ({ address, password, maxBytes }: MailAccount): string => {
  const quota = maxBytes === undefined ? '' : `userdb_quota_rule=*:bytes=${maxBytes}`;
  return `${address}:{PLAIN}${password}:65534:65534::::${quota}`;
};

type Ports = Pick<Dovecot, 'imapPort' | 'imapsPort' | 'lmtpPort'>;

/** Creates the configuration. Dovecot's processes cannot change to another user or root directory. */
const configure = (folder: string, { imapPort, imapsPort, lmtpPort }: Ports): string => `
protocols = imap lmtp
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = /dev/stderr
default_internal_user = Debian-exim
default_internal_group = Debian-exim
default_login_user = Debian-exim
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%u
mail_plugins = quota
ssl = yes
ssl_cert = <${folder}/certificate.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = passwd-file
  args = ${folder}/users
}
plugin {
  quota = maildir:User quota
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${imapPort}
  }
  inet_listener imaps {
    address = 127.0.0.1
    port = ${imapsPort}
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${lmtpPort}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;
