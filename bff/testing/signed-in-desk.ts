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

/** Starts a desk with the same session and another API. */
export async function startSignedInDeskWithApi(
  t: TestContext,
  apiUrl: string,
  options: Options = {},
): Promise<TestDesk> {
  const desk = await startSignedInDesk(t);
  const apart = await startTestDesk(t, { ...options, apiUrl, publicUrl: desk.url });
  for (const [name, cookie] of desk.browser.cookies) apart.browser.cookies.set(name, cookie);
  return apart;
}

/** Formats the browser's Cookie header. */
export const cookieHeader = (desk: TestDesk): string =>
  [...desk.browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');

/** Sends a raw request and returns the whole response as text. */
export async function sendRaw(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(request, 'latin1');
  let response = '';
  for await (const chunk of socket) response += chunk;
  return response;
}
