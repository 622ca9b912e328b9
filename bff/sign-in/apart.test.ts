import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { it, type TestContext } from 'node:test';
import { findFreePort } from '#server/testing/free-port';
import { createLog } from '../log.ts';
import { makeDirectory } from '../testing/desk.ts';
import { listen } from '../testing/listen.ts';
import { apiEnvironment, createPerson, signInAsAdmin } from '../testing/real-desk.ts';
import { runToEnd, startServer } from '../testing/server-process.ts';
import { connectToApi, usualTimeouts } from '../upstream/api-connection.ts';
import { seekAgreement } from './agreement.ts';
import { createOAuthClient } from './oauth-client.ts';

/** Two machines that share nothing, on two sites, the API below a path; the bff is told what the api's tool prints. */
async function startApart(t: TestContext) {
  const machines = makeDirectory(t);
  const [port, apiPort] = await Promise.all([findFreePort(), findFreePort()]);
  const origin = `http://127.0.0.1:${apiPort}`;
  const apiMachine = {
    ...apiEnvironment(`http://127.0.0.1:${port}`, join(machines, 'api')),
    API_PORT: String(apiPort),
    API_PUBLIC_URL: `http://localhost:${apiPort}/help`,
  };
  const ask = async (...words: string[]): Promise<Record<string, string>> =>
    JSON.parse((await runToEnd('api/desk.ts', apiMachine, ['clients', 'web-app', '--json', ...words])).printed);
  const told = await ask();
  const own = { API_URL: `${origin}/help`, DATA_DIR: join(machines, 'bff'), HOST: '127.0.0.1', PORT: String(port) };
  const startBff = (told: Record<string, string>) => startServer(t, 'bff/main.ts', { ...told, ...own });
  await startServer(t, 'api/main.ts', apiMachine);
  return { machines, told, ask, origin, startBff, person: createPerson(told['PUBLIC_URL'] ?? '', origin) };
}

it('bff and api on two machines', async t => {
  const { machines, told, ask, origin, startBff, person } = await startApart(t);

  await t.test(
    'sign somebody in once the bff is told what "desk clients web-app" prints, and go on with a new secret',
    async () => {
      const bff = await startBff(told);
      assert.deepEqual(Object.keys(told), ['PUBLIC_URL', 'API_PUBLIC_URL', 'OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET']);
      assert.equal(await signInAsAdmin(person, '/tickets'), '/tickets');
      const list = await person.desk.call('/api/tickets?per_page=2');
      assert.equal(list.status, 200);
      assert.ok(String(list.headers.link).startsWith(`<${told['PUBLIC_URL']}/api/tickets?`), 'without the API’s path');
      const again = { headers: { 'if-none-match': String(list.headers.etag) } };
      assert.equal((await person.desk.call('/api/tickets?per_page=2', again)).status, 304);
      assert.deepEqual(readdirSync(join(machines, 'bff')), ['session-keys.json'], 'the bff keeps nothing else');

      const renewed = await ask('--rotate', '--ends-in', '1h');
      assert.equal(await bff.end(), 0);
      await startBff(renewed);
      assert.equal(JSON.parse((await person.desk.call('/session')).text).signed_in, true, 'its key was kept');
      const { redirect_to: farewell } = JSON.parse((await person.desk.call('/logout', { method: 'POST' })).text);
      assert.ok(farewell.startsWith(`${told['API_PUBLIC_URL']}/oauth/logout?`));
      const { pathname, search } = new URL(farewell);
      assert.equal((await person.api.navigate(pathname + search)).headers.location, `${told['PUBLIC_URL']}/`);
    },
  );

  await t.test('say in the bff’s log what keeps people from signing in, and which variable to look at', async t => {
    let status = 200;
    const stranger = createServer((_req, res) => void res.writeHead(status).end('<h1>It works!</h1>'));
    const another = await listen(t, stranger);

    /** What the log says in the end when the bff is told this instead. */
    async function sayWith(change: Record<string, string>): Promise<string> {
      const all: Record<string, string> = { ...told, API_URL: `${origin}/help`, ...change };
      const {
        PUBLIC_URL = '',
        API_PUBLIC_URL = '',
        API_URL = '',
        OAUTH_CLIENT_ID = '',
        OAUTH_CLIENT_SECRET = '',
      } = all;
      const api = connectToApi(API_URL, usualTimeouts);
      const client = { id: OAUTH_CLIENT_ID, secret: OAUTH_CLIENT_SECRET };
      const addresses = { publicUrl: PUBLIC_URL, apiPublicUrl: API_PUBLIC_URL };
      const oauth = createOAuthClient({ api, ...addresses, client, timeoutSeconds: 5 });
      const said = Promise.withResolvers<string>();
      const log = createLog(
        'info',
        new PassThrough().on('data', line => said.resolve(JSON.parse(String(line)).msg)),
      );
      const ended = new AbortController();
      const agreed = { ...addresses, apiUrl: API_URL, clientId: client.id };
      const seeking = seekAgreement({ oauth, told: agreed, log, patienceMs: 0, ended: ended.signal });
      const sentence = await said.promise;
      ended.abort();
      await seeking;
      await api.close();
      return sentence;
    }

    assert.equal(await sayWith({}), 'the API knows this desk', 'by the old secret too, which has not ended yet');
    const secret = await sayWith({ OAUTH_CLIENT_SECRET: 'another' });
    assert.match(
      secret,
      /^The API knows no client bff-\w+ with this OAUTH_CLIENT_SECRET: .*"npm run desk -- clients web-app"/,
    );
    assert.match(await sayWith({ OAUTH_CLIENT_ID: 'nobody' }), /^The API knows no client nobody with/);
    assert.equal(
      await sayWith({ PUBLIC_URL: 'https://other.example' }),
      `The API does not send the people of client ${told['OAUTH_CLIENT_ID']} back to https://other.example: PUBLIC_URL has to be the same here and where the api runs.`,
    );
    assert.equal(
      await sayWith({ API_PUBLIC_URL: 'https://api.example.net' }),
      `What answers at API_URL (${origin}/help) does not call itself https://api.example.net: API_PUBLIC_URL has to be the same here and where the api runs.`,
    );
    for (const address of [origin, `${origin}/help/v1`, another]) {
      assert.equal(
        await sayWith({ API_URL: address }),
        `What answers at API_URL (${address}) is not the API: it is the API’s origin and path, without /v1.`,
      );
    }
    status = 502;
    const check = 'Nobody can sign in until it answers: check that it runs, and API_URL.';
    assert.equal(
      await sayWith({ API_URL: another }),
      `The API cannot be used at API_URL (${another}): http_502. ${check}`,
    );
    const nowhere = `http://127.0.0.1:${await findFreePort()}`;
    assert.equal(
      await sayWith({ API_URL: nowhere }),
      `The API cannot be used at API_URL (${nowhere}): ECONNREFUSED. ${check}`,
    );
  });
});
