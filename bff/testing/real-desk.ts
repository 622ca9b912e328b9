import type { TestContext } from 'node:test';
import { type ServerProcess, startServerDuringTest } from '#server/testing/server-process';
import { readBffConfig } from '../config.ts';
import { readSecrets } from '../secrets.ts';
import { type CookieBrowser, createCookieBrowser } from './browser.ts';
import { assembleBff, firstKey, makeDirectory, startBffServer } from './desk.ts';

/** A bff with a real API, a process with an empty data directory. */
export type RealDesk = {
  url: string;
  /** A second bff with the same keys and public URL, as behind a balancer. */
  otherUrl: string;
  api: ServerProcess;
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

/** Starts two bffs and an API until the end of the test. */
export async function startRealDesk(t: TestContext): Promise<RealDesk> {
  const dataDir = makeDirectory(t);
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

/**
 * Follows /login and the API's redirects to a form or the callback.
 * @returns the path of the form or the callback
 */
export async function followSignIn(
  person: PersonBrowsers,
  login: string,
): Promise<{ form: string } | { callback: string }> {
  let nextUrl = new URL(String((await person.desk.navigate(login)).headers.location));
  while (nextUrl.pathname !== '/auth') {
    const response = await person.api.navigate(nextUrl.pathname + nextUrl.search);
    if (response.headers.location === undefined) return { form: nextUrl.pathname };
    nextUrl = new URL(response.headers.location, nextUrl);
  }
  return { callback: nextUrl.pathname + nextUrl.search };
}

/** Submits a form of the API, then follows redirects to the next form or callback. */
export async function submitForm(
  { api }: PersonBrowsers,
  form: string,
  fields: Record<string, string>,
): Promise<{ form: string } | { callback: string }> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = await api.send(form, { method: 'POST', headers, body: new URLSearchParams(fields).toString() });
  let [nextUrl, location] = [new URL(form, 'http://api'), sent.headers.location];
  while (location !== undefined) {
    nextUrl = new URL(location, nextUrl);
    if (nextUrl.pathname === '/auth') return { callback: nextUrl.pathname + nextUrl.search };
    location = (await api.navigate(nextUrl.pathname + nextUrl.search)).headers.location;
  }
  return { form: nextUrl.pathname };
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
