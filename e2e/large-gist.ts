import { request } from 'undici';
import type { SignedInClients } from './sign-in-by-request.ts';

const file = 'a'.repeat(400_000);

/** The size of the gist's two files; the response is larger. */
export const gistBytes = 2 * file.length;

/** Creates a gist with a large response. @returns its path */
export async function createLargeGist({ url, sessions }: SignedInClients): Promise<string> {
  const headers = { ...sessions[0], 'content-type': 'application/json' };
  const files = { 'one.txt': { content: file }, 'two.txt': { content: file } };
  const response = await request(`${url}/api/gists`, { method: 'POST', headers, body: JSON.stringify({ files }) });
  const { id } = (await response.body.json()) as { id?: string };
  if (id === undefined) throw new Error(`Creating a gist returned ${response.statusCode}.`);
  return `/api/gists/${id}`;
}
