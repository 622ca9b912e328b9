import { type APIRequestContext, expect, request } from '@playwright/test';
import { administrator } from './people.ts';

/** Signs in without a page, with the requests that a browser would send. The request context stores the session. */
export async function signInByRequest(requests: APIRequestContext, person = administrator): Promise<void> {
  const form = await requests.get('/login?return_to=/star.svg');
  await expect(form).toBeOK();
  const { email, password } = person;
  const headers = { Origin: new URL(form.url()).origin };
  const signedIn = await requests.post(form.url(), { form: { email, password }, headers });
  expect(new URL(signedIn.url()).pathname).toBe('/star.svg');
}

/** The request headers of a session. */
export type SessionHeaders = Record<string, string>;

/** The base URL of a desk and the sessions of its clients. */
export type SignedInClients = { url: string; sessions: readonly SessionHeaders[] };

/** Opens a session. @returns the headers for requests in the session */
export async function openSession(baseURL: string, person = administrator): Promise<SessionHeaders> {
  const browser = await request.newContext({ baseURL });
  await signInByRequest(browser, person);
  const { cookies } = await browser.storageState();
  await browser.dispose();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { cookie, 'x-csrf': '1', 'sec-fetch-site': 'same-origin' };
}
