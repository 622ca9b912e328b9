import { Client } from 'undici';
import type { BenchDesk } from './desk.ts';

const rowsPerStep = 100;
const rowsPerPage = 30;

/** A page far from the start of a list: its path and number. */
export type DeepPage = { path: string; page: number };

/**
 * Sends HEAD requests to follow `next` links to a page. On a shorter list, stops at a page within the last 100 rows.
 *
 * @param path of the list
 * @param seconds after which the search stops at the current page
 */
export async function findDeepPage(desk: BenchDesk, path: string, page: number, seconds: number): Promise<DeepPage> {
  const client = new Client(desk.url);
  const until = performance.now() + seconds * 1000;
  const rows = (page - 1) * rowsPerPage;
  let skipped = 0;
  let next = withRows(path, Math.min(rowsPerStep, rows));
  while (skipped < rows && performance.now() < until) {
    const following = await getNextPath(client, next, desk.headers);
    if (following === undefined) break;
    skipped += Math.min(rowsPerStep, rows - skipped);
    next = withRows(following, Math.min(rowsPerStep, rows - skipped));
  }
  await client.close();
  return { path: withRows(next, rowsPerPage), page: Math.floor(skipped / rowsPerPage) + 1 };
}

async function getNextPath(client: Client, path: string, headers: Record<string, string>): Promise<string | undefined> {
  const response = await client.request({ method: 'HEAD', path, headers });
  await response.body.dump();
  if (response.statusCode !== 200) throw new Error(`HEAD ${path} returned ${response.statusCode}.`);
  const [, next] = /<([^>]*)>; rel="next"/.exec(String(response.headers['link'])) ?? [];
  return next === undefined ? undefined : next.slice(new URL(next).origin.length);
}

/** Changes the number of rows of a path. The path's cursor does not depend on that number. */
function withRows(path: string, rows: number): string {
  const url = new URL(path, 'http://api');
  url.searchParams.set('per_page', String(Math.max(1, rows)));
  return `${url.pathname}${url.search}`;
}
