import { request } from 'undici';
import type { Agents } from './agents.ts';

const file = 'a'.repeat(400_000);

/** Of the two files in it; the answer is larger. */
export const gistBytes = 2 * file.length;

/** Makes a gist whose answer is large. @returns its path */
export async function makeLargeGist({ url, sessions }: Pick<Agents, 'url' | 'sessions'>): Promise<string> {
  const headers = { ...sessions[0], 'content-type': 'application/json' };
  const files = { 'one.txt': { content: file }, 'two.txt': { content: file } };
  const made = await request(`${url}/api/gists`, { method: 'POST', headers, body: JSON.stringify({ files }) });
  const { id } = (await made.body.json()) as { id?: string };
  if (id === undefined) throw new Error(`A gist was answered ${made.statusCode}.`);
  return `/api/gists/${id}`;
}
