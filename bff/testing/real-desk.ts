import type { TestContext } from 'node:test';
import { type ServerProcess, startServerDuringTest } from '#server/testing/server-process';
import { readBffConfig } from '../config.ts';
import { readSecrets } from '../secrets.ts';
import { type CookieBrowser, createCookieBrowser } from './browser.ts';
import { assembleBff, createTemporaryDirectory, firstKey, startBffServer } from './desk.ts';

/** Two bffs with a real API. The API is a separate process with a new data directory and the sample data. */
export type RealDesk = {
  url: string;
  /** A second bff with the same keys and public URL, as behind a balancer. */
  otherUrl: string;
  api: ServerProcess;
  /** Advances the clocks of both bffs. */
  advanceClocks(milliseconds: number): void;
};

/** The account that the API creates at its first start. */
const admin = { email: 'admin@stardesk.local', password: 'correct horse battery' };

/** Returns the environment of an API on a free port for the bff at `publicUrl`. */
export const apiEnvironment = (publicUrl: string, dataDir: string) => ({
  API_PORT: '0',
  HOST: '127.0.0.1',
  PUBLIC_URL: publicUrl,
  DATA_DIR: dataDir,
  ADMIN_PASSWORD: admin.password,
  SAMPLE_DATA: 'true',
});

/** Starts two bffs and an API until the end of the test. */
export async function startRealDesk(t: TestContext): Promise<RealDesk> {
  const dataDir = createTemporaryDirectory(t);
  const [bff, other] = [await startBffServer(t), await startBffServer(t)];
  const { url } = bff;
  const api = await startServerDuringTest(t, 'api/main.ts', apiEnvironment(url, dataDir));
  const options = { timeoutMilliseconds: 0, clock: Date.now, log: bff.log };
  const secrets = await readSecrets(readBffConfig({ DATA_DIR: dataDir, SESSION_KEYS: firstKey }), options);
  let offset = 0;
  const clock = () => Date.now() + offset;
  const urls = { publicUrl: url, apiUrl: api.url, apiPublicUrl: api.url };
  for (const each of [bff, other]) assembleBff(t, each, { ...urls, webDir: dataDir, clock, secrets });
  const advanceClocks = (milliseconds: number) => {
    offset += milliseconds;
  };
  return { url, otherUrl: other.url, api, advanceClocks };
}

/** One person's browser, with separate cookie jars for the desk and the API. */
export type PersonBrowsers = { desk: CookieBrowser; api: CookieBrowser };

export const createPersonBrowsers = (deskUrl: string, apiUrl: string): PersonBrowsers => ({
  desk: createCookieBrowser(deskUrl),
  api: createCookieBrowser(apiUrl),
});

/** The path of the API's next form, or of the callback after the last form. */
type Next = { form: string } | { callback: string };

/** Follows redirects of the API. */
async function follow({ api }: PersonBrowsers, location: string | undefined): Promise<Next> {
  let nextUrl = new URL(location ?? '', 'http://api');
  while (nextUrl.pathname !== '/auth') {
    const response = await api.navigate(nextUrl.pathname + nextUrl.search);
    if (response.headers.location === undefined) return { form: nextUrl.pathname };
    nextUrl = new URL(response.headers.location, nextUrl);
  }
  return { callback: nextUrl.pathname + nextUrl.search };
}

export const followSignIn = async (person: PersonBrowsers, login: string): Promise<Next> =>
  follow(person, (await person.desk.navigate(login)).headers.location);

/** Signs the administrator in; returns the path that the browser is redirected to. */
export async function signInAsAdmin(person: PersonBrowsers, returnTo = '/'): Promise<string> {
  let next = await followSignIn(person, `/login?${new URLSearchParams({ return_to: returnTo })}`);
  if ('form' in next) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(admin).toString();
    next = await follow(person, (await person.api.send(next.form, { method: 'POST', headers, body })).headers.location);
  }
  const callback = 'callback' in next ? next.callback : '';
  return String((await person.desk.navigate(callback, 'cross-site')).headers.location);
}
