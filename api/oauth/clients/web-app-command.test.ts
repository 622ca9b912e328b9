import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { CommandError } from '../../command-line.ts';
import { openDatabase } from '../../database/open-database.ts';
import { type DeskRun, runDeskInProcess } from '../../testing/run-desk.ts';
import { refreshTokens } from '../testing/code-flow.ts';
import { startOAuthServer } from '../testing/oauth-server.ts';
import { ensureBffClient } from './built-in-clients.ts';
import { clientsCommand } from './clients-command.ts';
import { type WebAppSettings, webAppCommand } from './web-app-command.ts';

const addresses = { PUBLIC_URL: 'https://desk.example', API_PUBLIC_URL: 'https://api.example.net/help' };

/** Parses the printed variables as `node --env-file` does. */
const readVariables = ({ stdout }: DeskRun) => parseEnv(stdout);

describe('desk clients web-app', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stardesk-'));
  after(() => rmSync(dataDir, { recursive: true }));
  const file = join(dataDir, 'bff-client.json');
  const run = (args: string[] = [], env: Record<string, string> = addresses) =>
    runDeskInProcess(dataDir, ['clients', 'web-app', ...args], { env });

  /** Sends an unknown token with each secret. Returns 400 for a valid secret, 401 for an invalid secret. */
  const getStatuses = async (...secrets: (string | undefined)[]) => {
    const database = openDatabase({ dataDir });
    const server = await startOAuthServer(database);
    const { client_id: clientId } = JSON.parse(readFileSync(file, 'utf8'));
    const responses = secrets.map(clientSecret =>
      refreshTokens({ server, client: { clientId, clientSecret: clientSecret ?? '', redirectUri: '' } }, 'none'),
    );
    const statuses = (await Promise.all(responses)).map(({ status }) => status);
    await server.close();
    await database.close();
    return statuses;
  };

  it('prints the variables of a bff on a different machine, even before the first start of the API', async () => {
    const printed = await run();
    assert.deepEqual([printed.status, printed.stderr], [0, '']);
    const { OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET, ...rest } = readVariables(printed);
    assert.deepEqual(rest, addresses);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
      client_id: OAUTH_CLIENT_ID,
      client_secret: OAUTH_CLIENT_SECRET,
    });
    assert.deepEqual(await getStatuses(OAUTH_CLIENT_SECRET, 'another'), [400, 401]);
  });

  it('quotes a secret that the operator chose', async () => {
    const own = { OAUTH_CLIENT_ID: 'our "desk"', OAUTH_CLIENT_SECRET: 'a # b \\n "c" $HOME %41' };
    for (const OAUTH_CLIENT_SECRET of [own.OAUTH_CLIENT_SECRET, "it's a \\n"]) {
      const env = { ...addresses, ...own, OAUTH_CLIENT_SECRET };
      assert.deepEqual({ ...readVariables(await run([], env)) }, env);
    }
  });

  it('--rotate updates the file too, and --ends-in keeps the old secret valid', async () => {
    const before = readVariables(await run())['OAUTH_CLIENT_SECRET'];
    const rotated = await run(['--rotate', '--ends-in', '1h']);
    const after = readVariables(rotated)['OAUTH_CLIENT_SECRET'];
    assert.match(rotated.stderr, /^The old secret is valid until \d{4}-.*Z\.\n$/);
    assert.equal(JSON.parse(readFileSync(file, 'utf8')).client_secret, after);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(
      readdirSync(dataDir).filter(name => name.startsWith('bff-')),
      ['bff-client.json'],
    );
    assert.deepEqual(await getStatuses(before, after), [400, 400]);
    const last = readVariables(await run(['--rotate']))['OAUTH_CLIENT_SECRET'];
    assert.deepEqual(await getStatuses(before, after, last), [401, 401, 400]);
  });

  it('exits with 1 and keeps the secret while a rotation is running', async () => {
    const before = readFileSync(file, 'utf8');
    writeFileSync(`${file}.new`, '');
    const { status, stdout, stderr } = await run(['--rotate']);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(
      stderr,
      /^Another rotation may be running: .*bff-client\.json\.new exists\. If none is running, delete the file and try again\.\n$/,
    );
    rmSync(`${file}.new`);
    assert.equal(readFileSync(file, 'utf8'), before);
  });

  const settings: WebAppSettings = {
    deskUrl: 'https://desk.example',
    apiPublicUrl: 'https://api.example.net/help',
    client: { id: 'desk', secret: 'of a variable' },
    storeSecret: null,
  };
  const noApiPublicUrl = { ...settings, apiPublicUrl: null };
  const otherDesk = { ...settings, deskUrl: 'https://other.example' };
  const differs = /^PUBLIC_URL is https:\/\/other\.example here, but https:\/\/desk\.example in the running API/;
  for (const [when, args, webApp, message] of [
    ['API_PUBLIC_URL is not set', [], noApiPublicUrl, /^API_PUBLIC_URL is not set: set it and PUBLIC_URL/],
    ['PUBLIC_URL differs from the registered URL', [], otherDesk, differs],
    ['the secret comes from a variable', ['--rotate'], settings, /^The secret comes from OAUTH_CLIENT_SECRET/],
    ['--ends-in is given without --rotate', ['--ends-in', '1h'], settings, /^--ends-in requires --rotate/],
  ] as const) {
    it(`fails with a message if ${when}`, async () => {
      const database = openDatabase({ dataDir });
      await ensureBffClient(database, { ...settings.client, deskUrl: settings.deskUrl }, Date.now);
      const open = async () => database;
      const command = webAppCommand(open, () => webApp, Date.now);
      await assert.rejects(
        command.parseAsync(args, { from: 'user' }),
        (error: Error) => error instanceof CommandError && message.test(error.message),
      );
    });
  }

  it('is recommended by "clients rotate" for the web app', async () => {
    const { client_id } = JSON.parse(readFileSync(file, 'utf8'));
    await assert.rejects(
      clientsCommand(async () => openDatabase({ dataDir })).parseAsync(['rotate', client_id], { from: 'user' }),
      (error: Error) => error instanceof CommandError && /"desk clients web-app --rotate"/.test(error.message),
    );
  });
});
