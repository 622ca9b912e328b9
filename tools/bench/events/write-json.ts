import { request } from 'undici';
import type { BenchDesk } from '../desk.ts';

/** Sends a POST or a PATCH as the agent of the desk. @throws for a status other than 201 or 200 */
export async function writeJson(
  { url, headers }: Pick<BenchDesk, 'url' | 'headers'>,
  method: 'POST' | 'PATCH',
  path: string,
  body: object,
): Promise<void> {
  const sent = { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await request(url + path, sent);
  const text = await response.body.text();
  if (response.statusCode !== (method === 'POST' ? 201 : 200))
    throw new Error(`${method} ${path} returned ${response.statusCode}: ${text}`);
}
