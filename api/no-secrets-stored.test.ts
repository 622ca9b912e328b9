import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Balancer, startBalancer } from '#server/testing/balancer';
import { readBffClient } from './bff-client-file.ts';
import { openDatabase } from './database/open-database.ts';
import { openSecondStep, readField, readRecoveryCodes, showCode } from './oauth/testing/authenticator-app.ts';
import { createFormBrowser } from './oauth/testing/browser.ts';
import {
  authorize,
  type CodeFlow,
  exchangeCode,
  obtainTokens,
  openSignInForm,
  postAsClient,
  refreshTokens,
} from './oauth/testing/code-flow.ts';
import { pressButton } from './oauth/testing/connected-apps-page.ts';
import { addClient } from './oauth/testing/oauth-server.ts';
import { startApiProcess } from './testing/api-process.ts';
import { type WireSecrets, watchSecrets } from './testing/wire-secrets.ts';

const password = 'the very first password';
const person = { id: '1', email: 'admin@stardesk.local', password };
const state = 'a state that must stay secret';
const implicit = { response_type: 'token', code_challenge: undefined, code_challenge_method: undefined };

/** Sends the OAuth requests of a client, valid and invalid. */
const sendOAuthRequests = async (flow: CodeFlow): Promise<void> => {
  const { server, client } = flow;
  const authorized = await authorize(flow);
  const { body } = await exchangeCode(flow, authorized);
  const second = (await refreshTokens(flow, body.refresh_token)).body;
  await postAsClient(server, client, { token: second.access_token }, '/oauth/introspect');
  await fetch(`${server.url}/v1/people/me`, { headers: { Authorization: `Bearer ${second.access_token}` } });
  await fetch(`${server.url}/v1/tickets?access_token=${second.access_token}`);
  await exchangeCode(flow, await authorize(flow), { code_verifier: 'x'.repeat(43) });
  await refreshTokens(flow, second.refresh_token, { scope: 'gists:write' });
  await postAsClient(
    server,
    { ...client, clientSecret: `${client.clientSecret}x` },
    { token: second.refresh_token },
    '/oauth/revoke',
  );
  await exchangeCode(flow, authorized);
  await refreshTokens(flow, second.refresh_token);
  const third = await obtainTokens(flow);
  await refreshTokens(flow, third.refresh_token);
  await refreshTokens(flow, third.refresh_token);
  await postAsClient(server, client, { token: (await obtainTokens(flow)).refresh_token }, '/oauth/revoke');
};

describe('the API at log level trace', () => {
  let dataDir: string;
  let balancer: Balancer;
  let secrets: WireSecrets;
  let output = '';
  let linkToken = '';
  let recoveryCode = '';
  /** A new client's secret, a different client's rotated secret, and a script token. */
  const issued: string[] = [];
  let fileContents: string[] = [];

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-secrets-'));
    balancer = await startBalancer();
    secrets = watchSecrets(balancer.server);
    const settings = { SAMPLE_DATA: 'false', ADMIN_PASSWORD: password, API_PUBLIC_URL: balancer.url };
    const api = await startApiProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'trace', ...settings });
    balancer.ports.add(api.port);

    const database = openDatabase({ dataDir });
    const { id, secret } = readBffClient(dataDir);
    const bff = { clientId: id, clientSecret: secret, redirectUri: 'http://localhost:3000/auth' };
    const server = { url: balancer.url };
    const browser = createFormBrowser();
    const parameters = { scope: 'openid tickets:read people:write settings:write', state };
    const programs = [
      await addClient(database),
      await addClient(database),
      await addClient(database, { kind: 'public' }),
    ];
    for (const client of [bff, ...programs]) {
      await sendOAuthRequests({ server, person, client, browser, parameters });
    }
    const page = await addClient(database, { kind: 'implicit' });
    await authorize({ server, person, client: page, browser, parameters: { ...implicit, state } });
    const form = await openSignInForm({ server, bff }, { prompt: 'login', state }, browser);
    await form.browser.submit(form.page, { email: person.email, password: 'mistyped this time' });
    const { access_token } = await obtainTokens({ server, person, client: bff, browser, parameters });
    const security = await browser.follow(`${server.url}/oauth/security`, 'nowhere:');
    const seed = readField(security, 'seed');
    const enrolment = { action: 'enrol', seed, code: showCode(seed, { now: Date.now }) };
    [recoveryCode = ''] = readRecoveryCodes(await pressButton(browser, security, enrolment));
    const secondStep = await openSecondStep({ server, bff }, person);
    await secondStep.browser.submit(secondStep.page, { recovery_code: recoveryCode });
    const send = (method: string, path: string, body: object, headers = {}) =>
      fetch(`${server.url}/v1${path}`, {
        method,
        body: JSON.stringify(body),
        headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json', ...headers },
      });
    await send('PATCH', '/people/me', { current_password: password, password: 'a password of tomorrow' });
    for (const [method, path, body] of [
      ['POST', '/clients', { name: 'Kiosk', redirect_uris: ['https://kiosk.example/'], scopes: ['tickets:read'] }],
      ['PUT', `/clients/${programs[0]?.clientId}/secret`, { ends_in_seconds: 60 }],
      ['POST', '/script_tokens', { person_id: '1', name: 'Export', scopes: ['tickets:read'] }],
    ] as const) {
      const response = await send(method, path, body, { 'Idempotency-Key': 'once' });
      const { client_secret, token = client_secret } = (await response.json()) as Record<string, string | undefined>;
      issued.push(token ?? '');
    }
    const invited = await send('PUT', '/people/1/invitation', { deliver: 'link' }, { 'Idempotency-Key': 'one-link' });
    const { link } = (await invited.json()) as { link: string };
    assert.ok(link.startsWith(server.url));
    linkToken = link.slice(-64);
    const chosen = { name: 'Administrator', password: 'a password by link', password_again: 'a password by link' };
    for (const body of [undefined, { ...chosen, password_again: 'a different password' }, chosen, chosen])
      await fetch(link, {
        redirect: 'manual',
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        ...(body && { method: 'POST', body: new URLSearchParams(body) }),
      });
    await database.close();
    // While the API runs, the latest data is in the write-ahead log.
    fileContents = await Promise.all((await listStoreFiles(dataDir)).map(file => readFile(file, 'latin1')));
    await api.stop('SIGTERM');
    fileContents.push(...(await Promise.all((await listStoreFiles(dataDir)).map(file => readFile(file, 'latin1')))));
    output = api.outputLines.join('\n');
  });
  after(async () => {
    balancer.stop();
    await rm(dataDir, { recursive: true });
  });

  it('prints no code, token, state, cookie, verifier, password or secret', () => {
    assert.ok(secrets.values().size > 100, `${secrets.values().size} secrets`);
    assert.match(output, /"level":20.*\/oauth\/token/);
    assert.match(output, /\/oauth\/one-time\/…/);
    const createdSecrets = [linkToken, recoveryCode, ...issued];
    for (const secret of createdSecrets)
      assert.ok(secrets.values().has(secret), 'every secret that the API has created');
    assert.equal(issued.length, 3);
    secrets.expectNoneIn(output.split('\n'));
  });

  it('stores no secret except the states of pending sign-ins, which it must return', () => {
    assert.ok(fileContents.length >= 4, 'the database file and its write-ahead log');
    for (const secret of secrets.values()) {
      if (secret === state) continue;
      for (const file of fileContents) assert.ok(!file.includes(Buffer.from(secret).toString('latin1')), secret);
    }
  });
});

const listStoreFiles = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir)).filter(name => name.startsWith('stardesk.db')).map(name => join(dataDir, name));
