import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#server/testing/free-port';
import { testCertificate } from '../../../deliveries/testing/certificate.ts';
import { startInNamespace } from './namespace.ts';

/** A real mail server with its queue in a temporary directory. */
export type Exim = {
  /** SMTP with STARTTLS or without TLS. */
  smtpPort: number;
  /** SMTP with TLS from the first byte. */
  smtpsPort: number;
  readLog(): Promise<string>;
  remove(): Promise<void>;
};

type EximOptions = {
  /** The port of the LMTP server, by domain. Exim rejects mail to domains that no router knows. */
  lmtpPorts: Readonly<Record<string, number>>;
  /** More routers and transports, as in an administrator's configuration. */
  routers?: string;
  transports?: string;
  /** The user who may sign in. */
  user: string;
  password: string;
};

/** The name in Exim's Authentication-Results header. */
export const eximName = 'mx.example';

/** Starts Exim. Every client may send to its domains, with or without a password. Exim retries after a second. */
export const startExim = async (root: string, options: EximOptions): Promise<Exim> => {
  const folder = await mkdtemp(join(tmpdir(), 'stardesk-exim-'));
  const [smtpPort, smtpsPort] = [await findFreePort(), await findFreePort()];
  const log = join(folder, 'main.log');
  await mkdir(join(folder, 'spool'));
  await writeFile(join(folder, 'certificate.pem'), testCertificate.cert);
  await writeFile(join(folder, 'key.pem'), testCertificate.key);
  await writeFile(join(folder, 'exim.conf'), configure(folder, options, smtpPort, smtpsPort));
  const command = ['exim4', '-C', join(folder, 'exim.conf'), '-bdf', '-q1s'];
  const server = await startInNamespace(root, command, [smtpPort, smtpsPort]);
  return {
    smtpPort,
    smtpsPort,
    readLog: () => readFile(log, 'utf8'),
    async remove() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const configureLmtp = (lmtpPorts: EximOptions['lmtpPorts']) => {
  const servers = Object.entries(lmtpPorts);
  const routers = servers.map(
    ([domain], index) => `
lmtp_${index}:
  driver = accept
  domains = ${domain}
  transport = lmtp_${index}
`,
  );
  const transports = servers.map(
    ([, port], index) => `
lmtp_${index}:
  driver = smtp
  protocol = lmtp
  hosts = 127.0.0.1
  port = ${port}
  allow_localhost
  hosts_avoid_tls = *
`,
  );
  return { routers: routers.join(''), transports: transports.join('') };
};

const configure = (folder: string, options: EximOptions, smtpPort: number, smtpsPort: number): string => {
  const lmtp = configureLmtp(options.lmtpPorts);
  return `
primary_hostname = ${eximName}
spool_directory = ${folder}/spool
log_file_path = ${folder}/%s.log
pid_file_path = ${folder}/exim.pid
daemon_smtp_ports = ${smtpPort} : ${smtpsPort}
tls_on_connect_ports = ${smtpsPort}
local_interfaces = 127.0.0.1
tls_advertise_hosts = *
tls_certificate = ${folder}/certificate.pem
tls_privatekey = ${folder}/key.pem
host_lookup =
log_selector = -queue_run
smtp_accept_max = 0
message_size_limit = 50M
deliver_drop_privilege = true
never_users =
keep_environment =
acl_smtp_rcpt = check_recipient
acl_smtp_data = check_data

begin acl
check_recipient:
  accept verify = recipient
  deny message = 5.1.1 Unknown recipient
check_data:
  accept add_header = :at_start:Authentication-Results: ${eximName}; spf=pass smtp.mailfrom=$sender_address; dmarc=pass header.from=$sender_address_domain

begin routers
${lmtp.routers}
${options.routers ?? ''}

begin transports
${lmtp.transports}
${options.transports ?? ''}

begin retry
* * F,1h,1s

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${options.user}}}{eq{$auth3}{${options.password}}}}}
  server_set_id = $auth2
`;
};
