import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import { it, type TestContext } from 'node:test';
import { findFreePort } from '#server/testing/free-port';
import { listenDuringTest } from '#server/testing/listen';
import { runToExit, startServerDuringTest } from '#server/testing/server-process';
import { createBffLog } from '../log.ts';
import { createTemporaryDirectory } from '../testing/desk.ts';
import { apiEnvironment } from '../testing/real-desk.ts';
import { createApiPool, defaultApiTimeouts } from '../upstream/api-pool.ts';
import { checkSettings } from './check-settings.ts';
import { createOAuthClient } from './oauth-client.ts';

type Settings = Record<'PUBLIC_URL' | 'API_PUBLIC_URL' | 'API_URL' | 'OAUTH_CLIENT_ID' | 'OAUTH_CLIENT_SECRET', string>;

/** Starts the API with a path prefix. Returns its origin, and the bff's settings that `desk clients web-app` prints. */
async function startApi(t: TestContext): Promise<{ origin: string; settings: Settings }> {
  const apiPort = await findFreePort();
  const environment = {
    ...apiEnvironment('http://127.0.0.1:1', createTemporaryDirectory(t)),
    API_PORT: String(apiPort),
    API_PUBLIC_URL: `http://localhost:${apiPort}/help`,
  };
  const { stdout } = await runToExit('api/desk.ts', environment, ['clients', 'web-app', '--json']);
  await startServerDuringTest(t, 'api/main.ts', environment);
  const origin = `http://127.0.0.1:${apiPort}`;
  return { origin, settings: { ...JSON.parse(stdout), API_URL: `${origin}/help` } };
}

/** Returns the first log message about the settings. */
async function readMessage(settings: Settings): Promise<string> {
  const { PUBLIC_URL: publicUrl, API_PUBLIC_URL: apiPublicUrl, API_URL: apiUrl, OAUTH_CLIENT_ID: clientId } = settings;
  const api = createApiPool(apiUrl, defaultApiTimeouts);
  const client = { id: clientId, secret: settings.OAUTH_CLIENT_SECRET };
  const oauth = createOAuthClient({ api, apiPublicUrl, publicUrl, client, timeoutSeconds: 5 });
  const logged = Promise.withResolvers<string>();
  const destination = new PassThrough().on('data', line => logged.resolve(JSON.parse(String(line)).msg));
  const closed = new AbortController();
  const checking = checkSettings({
    oauth,
    settings: { publicUrl, apiPublicUrl, apiUrl, clientId },
    log: createBffLog('info', destination),
    graceMilliseconds: 0,
    closed: closed.signal,
  });
  const message = await logged.promise;
  closed.abort();
  await checking;
  await api.close();
  return message;
}

it('a bff on another host logs whether sign-ins work, or which variable to check', async t => {
  const { origin, settings } = await startApi(t);
  let status = 200;
  const otherServer = createServer((_req, res) => void res.writeHead(status).end('<h1>It works!</h1>'));
  const otherUrl = await listenDuringTest(t, otherServer);
  const readWith = (change: Partial<Settings>) => readMessage({ ...settings, ...change });

  assert.equal(await readWith({}), 'the API accepts this client and its settings');
  assert.match(
    await readWith({ OAUTH_CLIENT_SECRET: 'another' }),
    /^The API rejects client bff-\w+ with this OAUTH_CLIENT_SECRET: .*"npm run desk -- clients web-app"/,
  );
  assert.match(await readWith({ OAUTH_CLIENT_ID: 'nobody' }), /^The API rejects client nobody with/);
  assert.equal(
    await readWith({ PUBLIC_URL: 'https://other.example' }),
    `Client ${settings.OAUTH_CLIENT_ID} may not redirect to https://other.example: PUBLIC_URL must be the same here and on the API host.`,
  );
  assert.equal(
    await readWith({ API_PUBLIC_URL: 'https://api.example.net' }),
    `The server at API_URL (${origin}/help) does not identify as https://api.example.net: API_PUBLIC_URL must be the same here and on the API host.`,
  );
  for (const url of [origin, `${origin}/help/v1`, otherUrl]) {
    assert.equal(
      await readWith({ API_URL: url }),
      `The server at API_URL (${url}) is not the API: API_URL must be the API’s origin and path, without /v1.`,
    );
  }
  status = 502;
  const check = 'Sign-in fails until the API responds: check API_URL and that the API is running.';
  const nowhere = `http://127.0.0.1:${await findFreePort()}`;
  for (const [address, reason] of [
    [otherUrl, 'http_502'],
    [nowhere, 'ECONNREFUSED'],
  ] as const) {
    const expected = `The API is unavailable at API_URL (${address}): ${reason}. ${check}`;
    assert.equal(await readWith({ API_URL: address }), expected);
  }
});
