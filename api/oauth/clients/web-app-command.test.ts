import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { CommandError } from '../../command-line.ts';
import { openDatabase } from '../../database/open.ts';
import { type DeskRun, runDeskHere } from '../../testing/run-desk.ts';
import { refresh } from '../testing/code-flow.ts';
import { startServer } from '../testing/server.ts';
import { ensureBffClient } from './bff-client.ts';
import { clientsCommand } from './clients-command.ts';
import { type WebApp, webAppCommand } from './web-app-command.ts';

const addresses = { PUBLIC_URL: 'https://desk.example', API_PUBLIC_URL: 'https://api.example.net/help' };

/** The variables that were printed, as `node --env-file` takes them. */
const read = ({ stdout }: DeskRun) => parseEnv(stdout);

describe('desk clients web-app', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stardesk-'));
  after(() => rmSync(dataDir, { recursive: true }));
  const file = join(dataDir, 'bff-client.json');
  const run = (words: string[] = [], env: Record<string, string> = addresses) =>
    runDeskHere(dataDir, ['clients', 'web-app', ...words], { env });

  /** 400 when the authorization server knows the credentials, though not the token, and 401 when it does not. */
  const statusOf = async (...secrets: (string | undefined)[]) => {
    const database = openDatabase({ dataDir });
    const server = await startServer(database);
    const { client_id: clientId } = JSON.parse(readFileSync(file, 'utf8'));
    const asked = secrets.map(clientSecret =>
      refresh({ server, client: { clientId, clientSecret: clientSecret ?? '', redirectUri: '' } }, 'none'),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    await server.close();
    await database.close();
    return statuses;
  };

  it('prints what a bff on another machine is told, before the api was ever started', async () => {
    const printed = await run();
    assert.deepEqual([printed.status, printed.stderr], [0, '']);
    const { OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET, ...told } = read(printed);
    assert.deepEqual(told, addresses);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
      client_id: OAUTH_CLIENT_ID,
      client_secret: OAUTH_CLIENT_SECRET,
    });
    assert.deepEqual(await statusOf(OAUTH_CLIENT_SECRET, 'another'), [400, 401]);
  });

  it('prints a secret of somebody’s own so that it is read back as it was', async () => {
    const own = { OAUTH_CLIENT_ID: 'our "desk"', OAUTH_CLIENT_SECRET: 'a # b \\n "c" $HOME %41' };
    assert.deepEqual({ ...read(await run([], { ...addresses, ...own })) }, { ...addresses, ...own });
  });

  it('--rotate gives it a new secret, which the file has too, and keeps the old one for as long as asked', async () => {
    const before = read(await run())['OAUTH_CLIENT_SECRET'];
    const rotated = await run(['--rotate', '--ends-in', '1h']);
    const after = read(rotated)['OAUTH_CLIENT_SECRET'];
    assert.match(rotated.stderr, /^The old secret is good until \d{4}-.*Z\.\n$/);
    assert.equal(JSON.parse(readFileSync(file, 'utf8')).client_secret, after);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(
      readdirSync(dataDir).filter(name => name.startsWith('bff-')),
      ['bff-client.json'],
    );
    assert.deepEqual(await statusOf(before, after), [400, 400]);
    const last = read(await run(['--rotate']))['OAUTH_CLIENT_SECRET'];
    assert.deepEqual(await statusOf(before, after, last), [401, 401, 400]);
  });

  it('ends with 1 and a sentence while another rotation is running, and the secret stays as it is', async () => {
    const before = readFileSync(file, 'utf8');
    writeFileSync(`${file}.new`, '');
    const { status, stdout, stderr } = await run(['--rotate']);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(
      stderr,
      /^Another rotation is running\. If none is, delete .*bff-client\.json\.new and try again\.\n$/,
    );
    rmSync(`${file}.new`);
    assert.equal(readFileSync(file, 'utf8'), before);
  });

  const told: WebApp = {
    deskUrl: 'https://desk.example',
    publicUrl: 'https://api.example.net/help',
    client: { id: 'desk', secret: 'of a variable' },
    keepSecret: null,
  };
  for (const [when, words, webApp, sentence] of [
    [
      'the api’s address is not set',
      [],
      { ...told, publicUrl: null },
      /^API_PUBLIC_URL is not set: set it, and PUBLIC_URL/,
    ],
    [
      'the desk’s address is not the one that is registered',
      [],
      { ...told, deskUrl: 'https://other.example' },
      /^PUBLIC_URL is https:\/\/other\.example here, and was https:\/\/desk\.example\/ when the api was started/,
    ],
    ['the secret to rotate is in a variable', ['--rotate'], told, /^OAUTH_CLIENT_SECRET is set, so that is where/],
    ['nothing is rotated that --ends-in could go with', ['--ends-in', '1h'], told, /^--ends-in goes with --rotate/],
  ] as const) {
    it(`refuses in a sentence when ${when}`, async () => {
      const database = openDatabase({ dataDir });
      await ensureBffClient(database, { ...told.client, deskUrl: told.deskUrl }, Date.now);
      await assert.rejects(
        webAppCommand(
          async () => database,
          () => webApp,
          Date.now,
        ).parseAsync(words, { from: 'user' }),
        (error: Error) => error instanceof CommandError && sentence.test(error.message),
      );
    });
  }

  it('is where "clients rotate" sends whoever names it there', async () => {
    const { client_id } = JSON.parse(readFileSync(file, 'utf8'));
    await assert.rejects(
      clientsCommand(async () => openDatabase({ dataDir })).parseAsync(['rotate', client_id], { from: 'user' }),
      (error: Error) => error instanceof CommandError && /"desk clients web-app --rotate"/.test(error.message),
    );
  });
});
