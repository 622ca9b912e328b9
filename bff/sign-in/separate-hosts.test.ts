import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { it, type TestContext } from 'node:test';
import { findFreePort } from '#server/testing/free-port';
import { listenDuringTest } from '#server/testing/listen';
import { runToExit, startServerDuringTest } from '#server/testing/server-process';
import { createBffLog } from '../log.ts';
import { isSignedIn } from '../testing/browser.ts';
import { makeDirectory } from '../testing/desk.ts';
import { apiEnvironment, createPersonBrowsers, signInAsAdmin } from '../testing/real-desk.ts';
import { connectToApi, defaultApiTimeouts } from '../upstream/api-connection.ts';
import { checkSettings } from './check-settings.ts';
import { createOAuthClient } from './oauth-client.ts';

/** Starts the API below a path, and a bff on a different site. */
async function startApart(t: TestContext) {
  const directory = makeDirectory(t);
  const [port, apiPort] = await Promise.all([findFreePort(), findFreePort()]);
  const origin = `http://127.0.0.1:${apiPort}`;
  const apiSettings = {
    ...apiEnvironment(`http://127.0.0.1:${port}`, join(directory, 'api')),
    API_PORT: String(apiPort),
    API_PUBLIC_URL: `http://localhost:${apiPort}/help`,
  };
  const printSettings = async (...args: string[]): Promise<Record<string, string>> =>
    JSON.parse((await runToExit('api/desk.ts', apiSettings, ['clients', 'web-app', '--json', ...args])).stdout);
  const settings = await printSettings();
  const own = { API_URL: `${origin}/help`, DATA_DIR: join(directory, 'bff'), HOST: '127.0.0.1', PORT: String(port) };
  const startBff = (settings: Record<string, string>) =>
    startServerDuringTest(t, 'bff/main.ts', { ...settings, ...own });
  await startServerDuringTest(t, 'api/main.ts', apiSettings);
  return {
    directory,
    settings,
    printSettings,
    origin,
    startBff,
    person: createPersonBrowsers(settings['PUBLIC_URL'] ?? '', origin),
  };
}

it('bff and api on two hosts', async t => {
  const { directory, settings, printSettings, origin, startBff, person } = await startApart(t);

  await t.test(
    'allow a sign-in with the settings that "desk clients web-app" prints, and accept a new secret',
    async () => {
      const bff = await startBff(settings);
      assert.deepEqual(Object.keys(settings), [
        'PUBLIC_URL',
        'API_PUBLIC_URL',
        'OAUTH_CLIENT_ID',
        'OAUTH_CLIENT_SECRET',
      ]);
      assert.equal(await signInAsAdmin(person, '/tickets'), '/tickets');
      const { status, headers } = await person.desk.call('/api/tickets?per_page=2');
      const link = `<${settings['PUBLIC_URL']}/api/tickets?`;
      assert.ok(status === 200 && String(headers.link).startsWith(link), 'without the API’s path');
      assert.deepEqual(readdirSync(join(directory, 'bff')), ['session-keys.json'], 'the bff stores nothing else');

      const newSettings = await printSettings('--rotate', '--ends-in', '1h');
      assert.equal(await bff.stop(), 0);
      await startBff(newSettings);
      assert.equal(await isSignedIn(person.desk), true, 'the key was not replaced');
      const { redirect_to: logoutUrl } = JSON.parse((await person.desk.call('/logout', { method: 'POST' })).text);
      assert.ok(logoutUrl.startsWith(`${settings['API_PUBLIC_URL']}/oauth/logout?`));
      const { pathname, search } = new URL(logoutUrl);
      assert.equal((await person.api.navigate(pathname + search)).headers.location, `${settings['PUBLIC_URL']}/`);
    },
  );

  await t.test('log in the bff why sign-in fails and which variable to check', async t => {
    let status = 200;
    const otherServer = createServer((_req, res) => void res.writeHead(status).end('<h1>It works!</h1>'));
    const otherUrl = await listenDuringTest(t, otherServer);

    /** Returns the log message of a bff with these settings changed. */
    async function logWith(change: Record<string, string>): Promise<string> {
      const {
        PUBLIC_URL: publicUrl = '',
        API_PUBLIC_URL: apiPublicUrl = '',
        API_URL: apiUrl = '',
        OAUTH_CLIENT_ID: clientId = '',
        OAUTH_CLIENT_SECRET: secret = '',
      }: Record<string, string> = { ...settings, API_URL: `${origin}/help`, ...change };
      const api = connectToApi(apiUrl, defaultApiTimeouts);
      const client = { id: clientId, secret };
      const oauth = createOAuthClient({ api, apiPublicUrl, publicUrl, client, timeoutSeconds: 5 });
      const logged = Promise.withResolvers<string>();
      const log = createBffLog(
        'info',
        new PassThrough().on('data', line => logged.resolve(JSON.parse(String(line)).msg)),
      );
      const closed = new AbortController();
      const shared = { publicUrl, apiPublicUrl, apiUrl, clientId };
      const checking = checkSettings({ oauth, settings: shared, log, graceMilliseconds: 0, closed: closed.signal });
      const message = await logged.promise;
      closed.abort();
      await checking;
      await api.close();
      return message;
    }

    assert.equal(await logWith({}), 'the API accepts this client and its settings', 'the old secret is still valid');
    const secret = await logWith({ OAUTH_CLIENT_SECRET: 'another' });
    assert.match(
      secret,
      /^The API rejects client bff-\w+ with this OAUTH_CLIENT_SECRET: .*"npm run desk -- clients web-app"/,
    );
    assert.match(await logWith({ OAUTH_CLIENT_ID: 'nobody' }), /^The API rejects client nobody with/);
    assert.equal(
      await logWith({ PUBLIC_URL: 'https://other.example' }),
      `Client ${settings['OAUTH_CLIENT_ID']} may not redirect to https://other.example: PUBLIC_URL must be the same here and on the API host.`,
    );
    assert.equal(
      await logWith({ API_PUBLIC_URL: 'https://api.example.net' }),
      `The server at API_URL (${origin}/help) does not identify as https://api.example.net: API_PUBLIC_URL must be the same here and on the API host.`,
    );
    for (const url of [origin, `${origin}/help/v1`, otherUrl]) {
      assert.equal(
        await logWith({ API_URL: url }),
        `The server at API_URL (${url}) is not the API: API_URL must be the API’s origin and path, without /v1.`,
      );
    }
    status = 502;
    const check = 'Sign-in fails until it responds: check that it runs and API_URL.';
    assert.equal(
      await logWith({ API_URL: otherUrl }),
      `The API is unavailable at API_URL (${otherUrl}): http_502. ${check}`,
    );
    const nowhere = `http://127.0.0.1:${await findFreePort()}`;
    assert.equal(
      await logWith({ API_URL: nowhere }),
      `The API is unavailable at API_URL (${nowhere}): ECONNREFUSED. ${check}`,
    );
  });
});
