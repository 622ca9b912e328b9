import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { type Desk, signIn, startDesk } from './desk.ts';

type Options = Parameters<typeof startDesk>[1];

/** Starts a desk with a signed-in browser and a fake API. */
export async function startSignedIn(t: TestContext, options: Options = {}): Promise<Desk> {
  const desk = await startDesk(t, options);
  await signIn(desk);
  return desk;
}

/** Starts a desk with the same session and another API. */
export async function startSignedInBefore(t: TestContext, apiUrl: string, options: Options = {}): Promise<Desk> {
  const desk = await startSignedIn(t);
  const apart = await startDesk(t, { ...options, apiUrl, publicUrl: desk.url });
  for (const [name, cookie] of desk.browser.cookies) apart.browser.cookies.set(name, cookie);
  return apart;
}

/** Formats the browser's Cookie header. */
export const cookieHeader = (desk: Desk): string =>
  [...desk.browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');

/** Sends a raw request and returns the whole response as text. */
export async function sendRaw(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(request, 'latin1');
  let response = '';
  for await (const chunk of socket) response += chunk;
  return response;
}
