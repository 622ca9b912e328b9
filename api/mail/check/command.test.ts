import assert from 'node:assert/strict';
import dns from 'node:dns';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type MailServer, startMailServer } from '../../deliveries/testing/mail-server.ts';
import { runDeskInProcess } from '../../testing/run-desk.ts';
import { type DnsServer, startDnsServer } from '../testing/dns-server.ts';

const address = 'support@desk.example';
const password = 'correct horse';

describe('desk mail check', () => {
  const systemServers = dns.getServers();
  let dataDir = '';
  let server: MailServer;
  let dnsServer: DnsServer;
  const run = (args: string[], input = '') => runDeskInProcess(dataDir, args, { input });
  const check = (...args: string[]) => run(['mail', 'check', '--no-test-mail', ...args]);

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-check-'));
    server = await startMailServer({ password });
    dnsServer = await startDnsServer({
      'desk.example': ['v=spf1 mx -all'],
      '_dmarc.desk.example': ['v=DMARC1; p=none'],
    });
    dns.setServers([dnsServer.address]);
    await run(['mailboxes', 'add', address, '--name', 'Support']);
    const connection = ['--host', '127.0.0.1', '--port', String(server.port), '--security', 'none'];
    const signIn = ['--user', 'support', '--password-stdin'];
    const { status } = await run(['mailboxes', 'connect', address, ...connection, ...signIn], password);
    assert.equal(status, 0);
  });
  after(async () => {
    dns.setServers(systemServers);
    await Promise.all([server.close(), dnsServer.close(), rm(dataDir, { recursive: true })]);
  });

  it('prints a line for each check, with the response of the server', async () => {
    const { status, stdout } = await check('--mailbox', address);
    assert.equal(status, 0);
    assert.match(stdout, /^ {2}ok +Outgoing server 127\.0\.0\.1:\d+\n +220 .* ESMTP/m);
    assert.match(stdout, /^ {2}ok +Outgoing server: sign-in\n/m);
    assert.match(stdout, /^ {2}ok +SPF record of desk\.example\n +v=spf1 mx -all$/m);
  });

  it('exits with 1 and prints advice when a check fails', async () => {
    server.script.password = 'another';
    const { status, stdout, stderr } = await check('--json');
    assert.deepEqual([status, stderr], [1, 'A check failed.\n']);
    const [{ results }] = JSON.parse(stdout);
    const failed = results.filter(({ state }: { state: string }) => state === 'failed');
    assert.equal(failed.length, 1);
    assert.match(failed[0].response, /^535 /);
    assert.match(failed[0].advice, /enter the password again/);
    assert.doesNotMatch(stdout, new RegExp(password));
  });

  it('exits with 1 for an unknown mailbox', async () => {
    const { status, stderr } = await check('--mailbox', 'sales@desk.example');
    assert.equal(status, 1);
    assert.match(stderr, /^No mailbox has the address sales@desk\.example; run "desk mailboxes list"/);
  });
});
