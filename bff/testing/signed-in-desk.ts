import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { signInBrowser, startTestDesk, type TestDesk } from './desk.ts';

type Options = Parameters<typeof startTestDesk>[1];

/** Starts a desk with a signed-in browser and a fake API. */
export async function startSignedInDesk(t: TestContext, options: Options = {}): Promise<TestDesk> {
  const desk = await startTestDesk(t, options);
  await signInBrowser(desk);
  return desk;
}

/** The URL of an API that is down. */
export const downApiUrl = 'http://127.0.0.1:1';

/** Starts a desk with the API at `apiUrl`. Its browser has a session from another desk. */
export async function startSignedInDeskWithApi(
  t: TestContext,
  apiUrl: string,
  options: Options = {},
): Promise<TestDesk> {
  const { url: publicUrl, browser } = await startSignedInDesk(t);
  return startTestDesk(t, { ...options, apiUrl, publicUrl, cookies: browser.cookies });
}

/** Formats the browser's Cookie header. */
export const formatCookieHeader = (desk: Pick<TestDesk, 'browser'>): string =>
  [...desk.browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');

/** The headers of the app's requests, for a test with its own HTTP client. */
export const createAppHeaders = (desk: Pick<TestDesk, 'browser'>) => ({
  cookie: formatCookieHeader(desk),
  'x-csrf': '1',
  'sec-fetch-site': 'same-origin',
});

/** Formats the head of a raw request, without the final empty line. */
export const formatHead = (desk: TestDesk, line: string): string =>
  `${line}\r\nHost: desk\r\nCookie: ${formatCookieHeader(desk)}\r\nX-CSRF: 1\r\nSec-Fetch-Site: same-origin\r\n`;

/** Sends a raw request and returns the whole response as text. */
export async function sendRaw(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(request, 'latin1');
  let response = '';
  for await (const chunk of socket) response += chunk;
  return response;
}
