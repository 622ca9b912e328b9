import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connectionStates } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import { openDatabase } from '../database/open-database.ts';
import { outboundPasswordName } from '../database/secret-names.ts';
import { createSecretKeys } from '../secrets/secret-keys.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { runDeskInProcess } from '../testing/run-desk.ts';
import { createAuthorizationStore } from './authorization/store.ts';
import { createHookStore, type HookProvider } from './hooks.ts';

const address = 'support@desk.example';

describe('desk mailboxes', () => {
  let dataDir = '';
  const run = (...args: string[]) => runDeskInProcess(dataDir, ['mailboxes', ...args]);
  const connect = (input: string, ...args: string[]) =>
    runDeskInProcess(dataDir, ['mailboxes', 'connect', address, ...args], { input });
  const readPassword = async () => {
    const database = openDatabase({ dataDir });
    const secrets = createSecrets(createSecretKeys({ secretKeys: null, dataDir }));
    return secrets.read(database.read, outboundPasswordName('1')).finally(database.close);
  };
  const readHook = async (provider: HookProvider) => {
    const database = openDatabase({ dataDir });
    const hooks = createHookStore(createSecrets(createSecretKeys({ secretKeys: null, dataDir })));
    return hooks.find(database.read, '1', provider).finally(database.close);
  };
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-mailboxes-'));
    await runDeskInProcess(dataDir, ['people', 'add', 'mara@desk.example', '--name', 'Mara']);
    const { stdout } = await run('add', address, '--name', 'Support', '--tag', 'mail', 'new');
    assert.equal(stdout, `Added Support <${address}>. Its outgoing mail is captured.\n`);
  });
  after(() => rm(dataDir, { recursive: true }));

  it('connect stores a server with its password and defaults, then changes only the given settings', async () => {
    const server = ['--host', 'smtp.desk.example', '--port', '465', '--security', 'tls', '--user', 'support'];
    const connected = await connect('correct horse\n', ...server, '--password-stdin');
    assert.equal(connected.stdout, `${address} uses smtp.desk.example:465 (tls) and signs in as support.\n`);
    assert.equal(await readPassword(), 'correct horse');
    const { stdout } = await connect('', '--plus-addressing', 'on', '--authserv-id', 'mx.desk.example', '--json');
    assert.deepEqual(JSON.parse(stdout), {
      ...{ id: '1', inbound: null, trusted_authserv_id: 'mx.desk.example' },
      outbound: {
        ...{ host: 'smtp.desk.example', port: 465, security: 'tls', user: 'support', password_set: true },
        ...{ max_connections: 2, max_per_minute: 60, plus_addressing: true, bounce_addressing: false },
        authentication: 'password',
      },
    });
  });

  it('connect stores an IMAP server with its own password, and removes the server', async () => {
    const server = ['--imap-host', 'imap.desk.example', '--imap-port', '993', '--imap-security', 'tls'];
    const folders = ['--imap-folder', 'Support', '--after-import', 'move', '--move-to', 'Done'];
    const user = ['--imap-user', 'support', '--imap-password-stdin'];
    const { stdout } = await connect('battery staple\n', ...server, ...folders, ...user);
    assert.match(
      stdout,
      /^It imports the mail of Support on imap\.desk\.example:993 \(tls\) and signs in as support\.$/m,
    );
    assert.equal(await readPassword(), 'correct horse');
    const { inbound } = JSON.parse((await connect('', '--import-since', '2026-11-20T00:00:00Z', '--json')).stdout);
    const expected = { folder: 'Support', after_import: 'move', move_to: 'Done', password_set: true };
    assert.partialDeepStrictEqual(inbound, { ...expected, import_since: '2026-11-20T00:00:00.000Z' });
    assert.equal(JSON.parse((await connect('', '--no-imap', '--json')).stdout).inbound, null);
    const removed = await connect('', '--no-imap', '--imap-host', 'imap.desk.example');
    assert.match(removed.stderr, /^Use --no-imap without other options of IMAP/);
    const both = await connect('x', '--password-stdin', '--imap-password-stdin');
    assert.match(both.stderr, /^Use --password-stdin and --imap-password-stdin in separate commands/);
  });

  it('set changes the given settings, and list shows all mailboxes', async () => {
    const options = [
      '--transport',
      'smtp',
      '--assignee',
      'mara@desk.example',
      '--no-tag',
      '--alias',
      'help@desk.example',
    ];
    assert.equal((await run('set', address, ...options)).stdout, `Changed Support <${address}>.\n`);
    const [mailbox, ...others] = JSON.parse((await run('list', '--json')).stdout);
    assert.deepEqual(others, []);
    assert.partialDeepStrictEqual(mailbox, {
      ...{ id: '1', address, aliases: ['help@desk.example'], transport: 'smtp', enabled: true },
      ...{ default_assignee_id: '1', default_tags: [] },
    });
    assert.match(
      (await run('list')).stdout,
      /^ID {2}ADDRESS +NAME +TRANSPORT\n1 +support@desk\.example +Support +smtp\n$/,
    );
    assert.match((await runDeskInProcess(dataDir, ['people', 'list'])).stdout, /^((?!stardesk\.invalid).)*$/s);
  });

  it('exits with 1 for an unknown or used address, and for invalid settings', async () => {
    for (const [args, sentence] of [
      [['set', 'nobody@desk.example'], /^No mailbox has the address nobody@desk\.example; run "desk mailboxes list"/],
      [['add', 'HELP@desk.example', '--name', 'A'], /^address is already used by another mailbox\n$/],
      [
        ['set', address, '--signature', '{agent nam}', '--new-ticket-after-days', '5'],
        /^signature contains a placeholder/,
      ],
      [['set', address, '--assignee', 'mailbox-2@stardesk.invalid'], /^No person has the email mailbox-2@/],
      [['connect', address, '--host', 'other.example'], /^outbound\.password is required again for another host\n$/],
      [['set', address, '--enabled', 'yes'], /^--enabled must be on or off, not "yes"\.\n$/],
    ] as const) {
      const { status, stderr } = await run(...args);
      assert.match(stderr, sentence);
      assert.equal(status, 1);
    }
  });

  it('hook prints the URL for a provider, and the same URL until it is renewed or removed', async () => {
    const hook = async (input: string, ...args: string[]) => {
      const env = { API_PUBLIC_URL: 'https://api.desk.example/base' };
      const run = await runDeskInProcess(dataDir, ['mailboxes', 'hook', address, '--provider', ...args], {
        input,
        env,
      });
      return run.status === 0 ? run.stdout : run.stderr;
    };
    const first = await hook('', 'sendgrid');
    assert.match(first, /^https:\/\/api\.desk\.example\/base\/hooks\/mail\/1\/sendgrid\/[\w-]{43}\n$/);
    assert.equal(await hook('', 'sendgrid'), first);
    const renewed = await hook('', 'sendgrid', '--renew');
    assert.notEqual(renewed, first);
    assert.equal(await hook('', 'sendgrid', '--remove'), `Mail from sendgrid to ${address} is no longer accepted.\n`);
    assert.equal(await hook('', 'sendgrid', '--remove'), `There is no URL for mail from sendgrid to ${address}.\n`);
    assert.notEqual(await hook('', 'sendgrid'), renewed);

    assert.match(await hook('', 'mailgun'), /^Mailgun signs its requests: pass the HTTP webhook signing key/);
    const signed = await hook('one\n', 'mailgun', '--signing-key-stdin');
    assert.match(signed, /\/mailgun\/[\w-]{43}\/mime\n$/);
    assert.equal(await hook('two\n', 'mailgun', '--signing-key-stdin'), signed);
    assert.deepEqual(await readHook('mailgun'), { key: signed.split('/').at(-2), signingKey: 'two' });
    await hook('', 'mailgun', '--renew');
    assert.equal((await readHook('mailgun'))?.signingKey, 'two');
    assert.equal(await hook('key', 'postmark', '--signing-key-stdin'), '--signing-key-stdin is only for mailgun.\n');
  });

  it('secrets rotate seals the password with a new key and removes the old key', async () => {
    const path = join(dataDir, 'secret-keys.json');
    const before = await readFile(path, 'utf8');
    const { stdout } = await runDeskInProcess(dataDir, ['secrets', 'rotate']);
    assert.equal(stdout, 'Sealed 4 secrets with a new key.\n');
    const { keys } = JSON.parse(await readFile(path, 'utf8'));
    assert.ok(keys.length === 1 && !before.includes(keys[0]));
    assert.equal(await readPassword(), 'correct horse');
    const fixed = await runDeskInProcess(dataDir, ['secrets', 'rotate'], { env: { SECRET_KEYS: keys[0] } });
    assert.match(fixed.stderr, /^SECRET_KEYS needs a new first key:\n1\. Put a new key/);
    const next = 'ab'.repeat(32);
    const both = await runDeskInProcess(dataDir, ['secrets', 'rotate'], {
      env: { SECRET_KEYS: `${next}, ${keys[0]}` },
    });
    assert.equal(both.status, 0, both.stderr);
    const lost = await runDeskInProcess(dataDir, ['secrets', 'rotate']);
    assert.match(lost.stderr, /^SECRET_KEYS lacks the key that sealed the secrets/);
  });

  it('restore without the key requires the password again, and restore with the key keeps the password', async () => {
    const other = await mkdtemp(join(tmpdir(), 'stardesk-restored-'));
    const file = join(other, 'desk.backup');
    const env = { SECRET_KEYS: 'ab'.repeat(32) };
    await runDeskInProcess(dataDir, ['backup', file]);
    for (const [folder, settings, note, isSet] of [
      [
        'without',
        {},
        /^The passwords of the mailboxes and the client secrets of .* were sealed with a key.* run "desk mailboxes hook" again/m,
        false,
      ],
      ['with', { env }, /^((?!passwords).)*$/s, true],
    ] as const) {
      const path = join(other, folder);
      assert.match((await runDeskInProcess(path, ['restore', file], settings)).stderr, note);
      assert.equal((await runDeskInProcess(path, ['check'], settings)).status, 0);
      const hook = ['mailboxes', 'hook', address, '--provider', 'sendgrid'];
      const { stdout: url } = await runDeskInProcess(dataDir, hook, { env });
      assert.match(url, /^http/);
      assert.equal((await runDeskInProcess(path, hook, settings)).stdout === url, isSet);
      const read = await runDeskInProcess(path, ['mailboxes', 'connect', address, '--json'], settings);
      assert.equal(JSON.parse(read.stdout).outbound.password_set, isSet, folder);
      const database = openDatabase({ dataDir: path });
      const { outbound_error, outbound_state } = await database.read
        .selectFrom('mailbox_states')
        .selectAll()
        .executeTakeFirstOrThrow();
      await database.close();
      assert.equal(outbound_state, encodeEnum(connectionStates, 'paused'));
      assert.match(outbound_error ?? '', isSet ? /^The desk was restored/ : /^Enter the password again/);
    }
    await rm(other, { recursive: true });
  });

  it('remove deletes a mailbox', async () => {
    assert.equal((await run('remove', 'help@desk.example')).stdout, `Deleted Support <${address}>.\n`);
    assert.equal((await run('list', '--json')).stdout, '[]\n');
  });

  it('connect never sends the token of a sign-in to another host, and a password replaces OAuth', async () => {
    const other = await mkdtemp(join(tmpdir(), 'stardesk-mailboxes-'));
    const run = async (input: string, command: string, ...args: string[]) =>
      (await runDeskInProcess(other, ['mailboxes', command, address, ...args], { input })).stdout;
    await run('', 'add', '--name', 'Support');
    await run('', 'connect', '--host', 'smtp.gmail.com', '--port', '465', '--security', 'tls', '--user', 'support');
    const database = openDatabase({ dataDir: other });
    const keys = createSecretKeys({ secretKeys: null, dataDir: other });
    const authorizations = createAuthorizationStore(createSecrets(keys));
    const none = { tenant: null, authorization_endpoint: null, token_endpoint: null, scope: null };
    await database.transaction(async writes => {
      const row = await authorizations.find(writes, '1');
      assert.ok(row);
      const changed = await authorizations.update(writes, row, { provider: 'google', client_id: 'desk', ...none }, 1);
      const tokens = { accessToken: 'access', refreshToken: 'refresh', expiresInSeconds: 3600 };
      await authorizations.storeTokens(writes, changed, tokens, { wasRejected: false, now: Date.now() });
    });
    const useOAuth = () =>
      database.transaction(async writes => {
        const { outbound } = await writes.selectFrom('mailboxes').select('outbound').executeTakeFirstOrThrow();
        const changed = JSON.stringify({ ...JSON.parse(outbound ?? ''), authentication: 'oauth' });
        await writes.updateTable('mailboxes').set({ outbound: changed }).execute();
      });
    const readState = async () => {
      database.startRequest();
      return (await authorizations.find(database.read, '1'))?.state;
    };
    await useOAuth();
    const withPassword = await run('secret', 'connect', '--host', 'smtp.other.example', '--password-stdin', '--json');
    assert.equal(JSON.parse(withPassword).outbound.authentication, 'password');
    assert.equal(await readState(), 'authorized');
    await useOAuth();
    const withToken = await run('', 'connect', '--host', 'smtp.evil.example');
    assert.match(withToken, /^The mail server changed: sign the mailbox in again in its settings\.$/m);
    assert.equal(await readState(), 'expired');
    await database.close();
    await rm(other, { recursive: true });
  });
});
