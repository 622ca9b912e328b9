import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../database/open-database.ts';
import { authorizationSecretName } from '../database/secret-names.ts';
import { createAuthorizationStore } from '../mailboxes/authorization/store.ts';
import { createSecretKeys } from '../secrets/secret-keys.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { runDeskInProcess } from '../testing/run-desk.ts';

const secrets = {
  client_secret: 'the secret of the client',
  access_token: 'an-access-token-of-the-provider',
  refresh_token: 'a-refresh-token-of-the-provider',
};
const endpoints = { authorization_endpoint: 'https://id.example/a', token_endpoint: 'https://id.example/t' };
const client = { provider: 'custom', client_id: 'desk', tenant: null, ...endpoints, scope: 'mail' } as const;
const address = 'support@desk.example';

/** Opens the database for the duration of `use`. `read` reads a secret of the mailbox. */
const withStore = async <Result>(
  dataDir: string,
  use: (parts: {
    database: ReturnType<typeof openDatabase>;
    authorizations: ReturnType<typeof createAuthorizationStore>;
    read(name: keyof typeof secrets): Promise<string | null>;
  }) => Promise<Result>,
): Promise<Result> => {
  const database = openDatabase({ dataDir });
  const sealed = createSecrets(createSecretKeys({ secretKeys: null, dataDir }));
  const read = (name: keyof typeof secrets) => sealed.read(database.read, authorizationSecretName('1', name));
  return use({ database, authorizations: createAuthorizationStore(sealed), read }).finally(() => database.close());
};

describe('the tokens of a mailbox', () => {
  let dataDir = '';
  const run = async (args: string[], folder = dataDir) => {
    const { status, stdout, stderr } = await runDeskInProcess(folder, args);
    assert.equal(status, 0, stderr);
    return stdout + stderr;
  };
  const find = (folder: string) =>
    withStore(folder, ({ database, authorizations }) => authorizations.find(database.read, '1'));

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-tokens-'));
    await run(['migrate']);
    await run(['mailboxes', 'add', address, '--name', 'Support']);
    await run(['mailboxes', 'connect', address, '--host', 'smtp.desk.example', '--port', '465', '--security', 'tls']);
    await withStore(dataDir, ({ database, authorizations }) =>
      database.transaction(async writes => {
        const outbound = JSON.stringify({ host: 'smtp.desk.example', port: 465, authentication: 'oauth' });
        await writes.updateTable('mailboxes').set({ outbound }).execute();
        const none = await authorizations.find(writes, '1');
        assert.ok(none);
        const row = await authorizations.update(writes, none, { ...client, client_secret: secrets.client_secret }, 1);
        const { access_token: accessToken, refresh_token: refreshToken } = secrets;
        const tokens = { accessToken, refreshToken, expiresInSeconds: 3600 };
        await authorizations.storeTokens(writes, row, tokens, { wasRejected: false, now: 1 });
      }),
    );
  });
  after(() => rm(dataDir, { recursive: true }));

  it('are sealed with the new key by `desk secrets rotate`', async () => {
    const sealed = () =>
      withStore(dataDir, ({ database }) =>
        database.read.selectFrom('sealed_secrets').select('value').where('name', 'like', 'mailbox.1.%').execute(),
      );
    const values = await sealed();
    assert.equal(values.length, 3);
    assert.equal(await run(['secrets', 'rotate']), 'Sealed 4 secrets with a new key.\n');
    assert.equal(new Set([...values, ...(await sealed())].map(({ value }) => value)).size, 6);
    for (const [name, secret] of Object.entries(secrets))
      assert.equal(await withStore(dataDir, ({ read }) => read(name as keyof typeof secrets)), secret);
  });

  it('are not in plain text in a backup; a restore without the key requires a new sign-in', async () => {
    const file = join(dataDir, 'desk.backup');
    await run(['backup', file]);
    const bytes = await readFile(file);
    for (const secret of Object.values(secrets))
      for (const encoding of ['utf8', 'base64', 'hex'] as const)
        assert.ok(!bytes.includes(Buffer.from(secret).toString(encoding).slice(0, 24)), `${secret} ${encoding}`);
    const restored = join(dataDir, 'restored');
    await run(['restore', file], restored);
    await run(['check'], restored);
    const error = 'Enter the client secret again, then sign in again.';
    assert.partialDeepStrictEqual(await find(restored), { state: 'expired', error, client, client_secret_set: false });
    const states = await withStore(restored, ({ database }) =>
      database.read.selectFrom('mailbox_states').select('outbound_error').execute(),
    );
    assert.match(states[0]?.outbound_error ?? '', /^Sign in again\. The desk was restored from a backup/);
    assert.partialDeepStrictEqual(await find(dataDir), { state: 'authorized', error: null });
  });
});
