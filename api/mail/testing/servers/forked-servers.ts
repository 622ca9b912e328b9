// Runs Dovecot and Exim for the parent process, until the parent disconnects.
// The arguments are the addresses of the accounts. MAIL_PASSWORD is the password of each account.
import { startDovecot } from './dovecot.ts';
import { startExim } from './exim.ts';
import { findMailServers } from './packages.ts';

const addresses = process.argv.slice(2);
const password = process.env['MAIL_PASSWORD'] ?? '';

const servers = await findMailServers();
if ('missing' in servers) {
  process.send?.(servers);
  process.disconnect?.();
} else {
  const dovecot = await startDovecot(
    servers.root,
    addresses.map(address => ({ address, password })),
  );
  const domains = addresses.map(address => address.split('@')[1] ?? '');
  const lmtpPorts = Object.fromEntries(domains.map(domain => [domain, dovecot.lmtpPort]));
  const exim = await startExim(servers.root, { lmtpPorts, user: addresses[0] ?? '', password });
  process.on('disconnect', async () => {
    await Promise.all([exim.remove(), dovecot.remove()]);
    process.exit();
  });
  process.send?.({ smtpPort: exim.smtpPort, imapPort: dovecot.imapPort });
}
