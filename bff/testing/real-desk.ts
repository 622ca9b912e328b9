import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import { createRequestQueue } from '#server/request-queue';
import { listenDuringTest } from '#server/testing/listen';
import { type ServerProcess, startServerDuringTest } from '#server/testing/server-process';
import { createBff } from '../app.ts';
import { readBffConfig } from '../config.ts';
import { createBffLog } from '../log.ts';
import { createBffMetrics } from '../metrics.ts';
import { readSecrets } from '../secrets.ts';
import { createBffServer } from '../server.ts';
import { createOAuthClient } from '../sign-in/oauth-client.ts';
import { connectToApi, defaultApiTimeouts } from '../upstream/api-connection.ts';
import { type CookieBrowser, createCookieBrowser } from './browser.ts';
import { firstKey, makeDirectory } from './desk.ts';
import { watchBffSecrets } from './wire-secrets.ts';

/** A bff with a real API, which is a separate process with an empty data directory. */
export type RealDesk = {
  url: string;
  /** A second bff with the same keys and public URL, as behind a balancer. */
  otherUrl: string;
  api: ServerProcess;
  /** Restarts the API on its old port after it has stopped. */
  startApiAgain(): Promise<void>;
  /** Advances the clocks of both bffs. */
  advanceClocks(milliseconds: number): void;
};

/** The first account. */
export const admin = { email: 'admin@stardesk.local', password: 'correct horse battery' };

/** Returns the environment of an API on a free port for the bff at `publicUrl`. */
export const apiEnvironment = (publicUrl: string, dataDir: string) => ({
  API_PORT: '0',
  HOST: '127.0.0.1',
  PUBLIC_URL: publicUrl,
  DATA_DIR: dataDir,
  ADMIN_PASSWORD: admin.password,
  SAMPLE_DATA: 'true',
});

/** Starts bff and API until the end of the test, which fails if a bff logged a secret. */
export async function startRealDesk(t: TestContext): Promise<RealDesk> {
  const dataDir = makeDirectory(t);
  const log = createBffLog('silent');
  const [server, other] = [createBffServer(log), createBffServer(log)];
  const [url, otherUrl] = [await listenDuringTest(t, server), await listenDuringTest(t, other)];
  const api = await startServerDuringTest(t, 'api/main.ts', apiEnvironment(url, dataDir));
  const options = { timeoutMilliseconds: 0, clock: Date.now, log };
  const secrets = await readSecrets(readBffConfig({ DATA_DIR: dataDir, SESSION_KEYS: firstKey }), options);
  let offset = 0;
  for (const each of [server, other]) {
    const connection = connectToApi(api.url, defaultApiTimeouts);
    t.after(() => connection.dispatcher.destroy());
    const lines: string[] = [];
    const destination = new PassThrough().on('data', line => lines.push(String(line)));
    const watched = watchBffSecrets(each, secrets);
    t.after(() => watched.expectNoneIn(lines.join('')));
    each.on(
      'request',
      createBff({
        publicUrl: url,
        apiPublicUrl: api.url,
        api: connection,
        oauth: createOAuthClient({
          api: connection,
          apiPublicUrl: api.url,
          publicUrl: url,
          client: secrets.client,
          timeoutSeconds: 5,
        }),
        sessionKeys: secrets.sessionKeys,
        webDir: dataDir,
        log: createBffLog('trace', destination),
        clock: () => Date.now() + offset,
        trustProxy: false,
        metrics: createBffMetrics(),
        isShuttingDown: () => each.isShuttingDown,
        requestQueue: createRequestQueue(),
      }),
    );
  }
  const advanceClocks = (milliseconds: number) => {
    offset += milliseconds;
  };
  async function startApiAgain() {
    const environment = { ...apiEnvironment(url, dataDir), API_PORT: new URL(api.url).port };
    await startServerDuringTest(t, 'api/main.ts', environment);
  }
  return { url, otherUrl, api, startApiAgain, advanceClocks };
}

/** One person's browser, with separate cookie jars for the desk and the API. */
export type PersonBrowsers = { desk: CookieBrowser; api: CookieBrowser };

export const createPersonBrowsers = (deskUrl: string, apiUrl: string): PersonBrowsers => ({
  desk: createCookieBrowser(deskUrl),
  api: createCookieBrowser(apiUrl),
});

/**
 * Follows /login and the API's redirects to a form or the callback.
 * @returns the path of the form or the callback
 */
export async function followSignIn(
  person: PersonBrowsers,
  login: string,
): Promise<{ form: string } | { callback: string }> {
  let address = new URL(String((await person.desk.navigate(login)).headers.location));
  while (address.pathname !== '/auth') {
    const response = await person.api.navigate(address.pathname + address.search);
    if (response.headers.location === undefined) return { form: address.pathname };
    address = new URL(response.headers.location, address);
  }
  return { callback: address.pathname + address.search };
}

/** Submits a form of the API and follows its redirects to the next form or the callback. */
export async function submitForm(
  { api }: PersonBrowsers,
  form: string,
  fields: Record<string, string>,
): Promise<{ form: string } | { callback: string }> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = await api.send(form, { method: 'POST', headers, body: new URLSearchParams(fields).toString() });
  let [address, location] = [new URL(form, 'http://api'), sent.headers.location];
  while (location !== undefined) {
    address = new URL(location, address);
    if (address.pathname === '/auth') return { callback: address.pathname + address.search };
    location = (await api.navigate(address.pathname + address.search)).headers.location;
  }
  return { form: address.pathname };
}

/** Submits the sign-in form; returns the callback, or null if the form is shown again. */
export async function submitSignIn(person: PersonBrowsers, form: string, password: string): Promise<string | null> {
  const next = await submitForm(person, form, { email: admin.email, password });
  return 'callback' in next ? next.callback : null;
}

/** Signs the administrator in; returns the path that the browser is redirected to. */
export async function signInAsAdmin(person: PersonBrowsers, returnTo = '/'): Promise<string> {
  const next = await followSignIn(person, `/login?${new URLSearchParams({ return_to: returnTo })}`);
  const callback = 'form' in next ? await submitSignIn(person, next.form, admin.password) : next.callback;
  return String((await person.desk.navigate(callback ?? '', 'cross-site')).headers.location);
}
