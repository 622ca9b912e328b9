import { Client } from 'undici';
import type { Desk } from './desk.ts';

const rowsOfStep = 100;
const rowsOfPage = 30;

/** A page far from the beginning: its address, and which one it is. */
export type DeepPage = { path: string; page: number };

/**
 * Follows `next` to a page of 30, in steps of 100 rows and without their bodies; to the last full page when the list is shorter.
 *
 * @param path of the list
 * @param seconds after which wherever it came is deep enough
 */
export async function findDeepPage(desk: Desk, path: string, page: number, seconds: number): Promise<DeepPage> {
  const client = new Client(desk.url);
  const until = performance.now() + seconds * 1000;
  const rows = (page - 1) * rowsOfPage;
  let passed = 0;
  let next = withRows(path, Math.min(rowsOfStep, rows));
  while (passed < rows && performance.now() < until) {
    const following = await nextOf(client, next, desk.headers);
    if (following === undefined) break;
    passed += Math.min(rowsOfStep, rows - passed);
    next = withRows(following, Math.min(rowsOfStep, rows - passed));
  }
  await client.close();
  return { path: withRows(next, rowsOfPage), page: Math.floor(passed / rowsOfPage) + 1 };
}

async function nextOf(client: Client, path: string, headers: Record<string, string>): Promise<string | undefined> {
  const answer = await client.request({ method: 'HEAD', path, headers });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`HEAD ${path} was answered ${answer.statusCode}.`);
  const [, next] = /<([^>]*)>; rel="next"/.exec(String(answer.headers['link'])) ?? [];
  return next === undefined ? undefined : next.slice(new URL(next).origin.length);
}

/** The same address with another number of rows; its cursor does not depend on it. */
function withRows(path: string, rows: number): string {
  const url = new URL(path, 'http://api');
  url.searchParams.set('per_page', String(Math.max(1, rows)));
  return `${url.pathname}${url.search}`;
}
