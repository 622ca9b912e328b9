import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { refresh, signIn } from './testing/code-flow.ts';
import { addPerson, startServer, type TestPerson, type TestServer } from './testing/server.ts';

const program = fileURLToPath(new URL('../desk.ts', import.meta.url));

describe('the desk command', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stardesk-'));
  let database: Database;
  let server: TestServer;
  let person: TestPerson;
  before(async () => {
    database = openDatabase({ dataDir });
    await migrate(database, Date.now);
    server = await startServer(database);
    person = await addPerson(database, 'mara@desk.example');
  });
  after(async () => {
    await server.close();
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  const desk = (...args: string[]) => {
    const env = { DATA_DIR: dataDir };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const json = <T>(...args: string[]): T => {
    const { status, stdout, stderr } = desk(...args, '--json');
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout) as T;
  };

  it('tokens: creates one for $(…), lists it and revokes it, while a server runs', async () => {
    const made = desk(
      'tokens',
      'create',
      '--person',
      person.email,
      '--scope',
      'tickets:read gists:write',
      '--days',
      '2',
    );
    assert.equal(made.status, 0, made.stderr);
    assert.match(made.stdout, /^[\w-]{43}\n$/);
    const token = made.stdout.trim();
    const found = await server.oauth.findPrincipal(token);
    assert.partialDeepStrictEqual(found, {
      person: { id: person.id },
      scopes: new Set(['tickets:read', 'gists:write']),
    });
    const [listed] = json<{ id: string; person: string; scope: string }[]>('tokens', 'list');
    assert.partialDeepStrictEqual(listed, { person: person.email, scope: 'tickets:read gists:write' });
    assert.equal(desk('tokens', 'revoke', listed?.id ?? '').status, 0);
    assert.equal(await server.oauth.findPrincipal(token), 'invalid');
  });

  it('clients: registers one that works, rotates its secret and removes it, while a server runs', async () => {
    type Made = { client_id: string; client_secret: string };
    const redirectUri = 'https://program.example/back';
    const made = json<Made>('clients', 'add', 'Night Shift', '--redirect-uri', redirectUri, '--scope', 'tickets:read');
    const client = { clientId: made.client_id, clientSecret: made.client_secret, redirectUri };
    const tokens = await signIn({ server, person, client });
    assert.equal(tokens.scope, 'tickets:read');
    const rotated = json<Made>('clients', 'rotate', made.client_id);
    assert.equal((await refresh({ server, client }, tokens.refresh_token)).status, 401);
    const renewed = { ...client, clientSecret: rotated.client_secret };
    assert.equal((await refresh({ server, client: renewed }, tokens.refresh_token)).status, 200);
    assert.match(
      desk('clients', 'list').stdout,
      new RegExp(`${made.client_id}  Night Shift  confidential  default  ${redirectUri}`),
    );
    assert.equal(desk('clients', 'remove', made.client_id).status, 0);
    assert.equal((await refresh({ server, client: renewed }, tokens.refresh_token)).status, 401);
  });

  it('clients: one may have a limit of its own, from its registration or later', () => {
    const made = json<{ client_id: string }>(
      ...['clients', 'add', 'Nightly', '--redirect-uri', 'https://program.example/back', '--rate-limit', '5'],
    );
    const limit = () => {
      const all = json<{ client_id: string; rate_limit: number | null }[]>('clients', 'list');
      return all.find(({ client_id }) => client_id === made.client_id)?.rate_limit;
    };
    assert.equal(limit(), 5);
    assert.match(desk('clients', 'list').stdout, new RegExp(`${made.client_id}  Nightly +confidential  5 `));
    assert.match(desk('clients', 'set-rate-limit', made.client_id, '20000').stdout, /now has 20000 requests a minute/);
    assert.equal(limit(), 20_000);
    desk('clients', 'set-rate-limit', made.client_id, 'default');
    assert.equal(limit(), null);
  });

  it('clients: what a new one is known by can be evaluated by a shell', () => {
    const { stdout } = desk('clients', 'add', 'Night Shift', '--redirect-uri', 'https://program.example/back');
    assert.match(stdout, /^client_id=[0-9a-f]{24}\nclient_secret=[0-9a-f]{64}\n$/);
  });

  it('clients: a public one has no secret', () => {
    const made = json<object>('clients', 'add', 'Open', '--public', '--redirect-uri', 'http://localhost:5000/back');
    assert.deepEqual(Object.keys(made), ['client_id']);
  });

  it('keys: rotates', () => {
    assert.match(json<{ kid: string }>('keys', 'rotate').kid, /^[\w-]{36}$/);
  });

  it('a sentence and a non-zero exit for what cannot be done', () => {
    const wrong: [args: string[], sentence: RegExp][] = [
      [['tokens', 'create', '--person', 'nobody@desk.example', '--scope', 'tickets:read'], /Nobody who may sign in/],
      [['tokens', 'create', '--person', person.email, '--scope', 'teapots:read'], /There is no scope "teapots:read"/],
      [['tokens', 'create', '--person', person.email, '--scope', 'tickets:read', '--days', '0'], /from 1 to 366/],
      [['tokens', 'create'], /required option/],
      [['tokens', 'revoke', 'nothing'], /There is no token nothing/],
      [['clients', 'add', 'Wrong', '--redirect-uri', 'http://program.example/'], /must be https/],
      [['clients', 'add', ' ', '--redirect-uri', 'https://program.example/'], /needs a name/],
      [
        ['clients', 'add', 'Both', '--public', '--implicit', '--redirect-uri', 'https://a.example/'],
        /exclude each other/,
      ],
      [['clients', 'rotate', 'nobody'], /There is no client nobody/],
      [['clients', 'set-rate-limit', 'nobody', '5'], /There is no client nobody/],
      [['clients', 'set-rate-limit', 'nobody', '0'], /from 1 to 1,000,000/],
      [['clients', 'add', 'A', '--redirect-uri', 'https://a.example/', '--rate-limit', 'many'], /from 1 to 1,000,000/],
      [['clients', 'remove', 'nobody'], /There is no client nobody/],
    ];
    for (const [args, sentence] of wrong) {
      const { status, stdout, stderr } = desk(...args);
      assert.equal(status, 1, args.join(' '));
      assert.match(stderr, sentence);
      assert.doesNotMatch(stderr, /\n {4}at /);
      assert.equal(stdout, '');
    }
  });

  it('helps', () => {
    for (const noun of ['tokens', 'clients', 'keys']) {
      const { status, stdout } = desk(noun, '--help');
      assert.equal(status, 0);
      assert.match(stdout, /Usage: desk /);
    }
  });
});
