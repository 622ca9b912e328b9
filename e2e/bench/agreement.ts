import { isDeepStrictEqual } from 'node:util';
import { request } from 'undici';
import type { Desk } from './desk.ts';
import type { Compared, Requests } from './requests.ts';

/** Members that no two messages share. */
const ownMembers = ['id', 'url', 'created_at', 'updated_at'];

/**
 * Makes sure that a floor does what the API does: answers byte by byte the same, and the same message, which the API then
 * finds. Without that their ratio means nothing.
 *
 * @throws an error that tells what differs
 */
export async function requireAgreement(
  desk: Desk,
  floorUrl: string,
  { compared, messagesPath }: Requests,
): Promise<void> {
  for (const { path } of compared) {
    const [ours, theirs] = await Promise.all([desk.url, floorUrl].map(url => read(url + path, desk)));
    if (ours !== theirs) throw new Error(`The floor does not answer what the API answers to GET ${path}:\n${theirs}`);
  }
  const path = messagesPath(0);
  const word = `agreed${Date.now()}`;
  const ours = await post(desk.url + path, desk, word);
  const theirs = await post(floorUrl + path, desk, word);
  if (!isDeepStrictEqual(shared(ours), shared(theirs)))
    throw new Error(`The floor posts another message: ${JSON.stringify(theirs)}`);
  const filters = 'state=open,pending,closed&created_since=2000-01-01T00:00:00Z';
  const found = JSON.parse(await read(`${desk.url}/v1/tickets?q=${word}&${filters}`, desk));
  if (found.length !== 1) throw new Error(`The message that the floor posted is not found by q.`);
}

/** The tag that makes a request conditional; each server has its own. */
export async function tagOf(url: string, { path }: Compared, { headers }: Desk): Promise<string> {
  const answer = await request(url + path, { headers });
  await answer.body.dump();
  return String(answer.headers['etag']);
}

async function read(url: string, { headers }: Desk): Promise<string> {
  const { statusCode, body } = await request(url, { headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`GET ${url} was answered ${statusCode}: ${text}`);
  return text;
}

async function post(url: string, { headers }: Desk, body: string): Promise<object> {
  const message = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ body }),
  } as const;
  const answer = await request(url, message);
  return (await answer.body.json()) as object;
}

const shared = (message: object): object =>
  Object.fromEntries(Object.entries(message).filter(([name]) => !ownMembers.includes(name)));
