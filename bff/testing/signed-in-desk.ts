import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { type Desk, signIn, startDesk } from './desk.ts';

type Options = Parameters<typeof startDesk>[1];

/** A signed-in browser before an API that answers as the test wants. */
export async function startSignedIn(t: TestContext, options: Options = {}): Promise<Desk> {
  const desk = await startDesk(t, options);
  await signIn(desk);
  return desk;
}

/** The same session at a bff whose API is elsewhere. */
export async function startSignedInBefore(t: TestContext, apiUrl: string, options: Options = {}): Promise<Desk> {
  const desk = await startSignedIn(t);
  const apart = await startDesk(t, { ...options, apiUrl, publicUrl: desk.url });
  for (const [name, cookie] of desk.browser.cookies) apart.browser.cookies.set(name, cookie);
  return apart;
}

/** What the browser's Cookie header would be. */
export const cookieHeader = (desk: Desk): string =>
  [...desk.browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');

/** Sends a request written by hand, for what no client library would send; the whole answer as text. */
export async function sendRaw(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(request, 'latin1');
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}
