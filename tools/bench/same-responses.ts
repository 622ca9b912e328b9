import { isDeepStrictEqual } from 'node:util';
import { request } from 'undici';
import type { BenchDesk } from './desk.ts';
import type { ComparedRequest, DeskRequests } from './requests.ts';

/** Members that differ between any two messages. */
const uniqueMembers = ['id', 'url', 'created_at', 'updated_at'];

/**
 * Checks that a baseline does the same work as the API; otherwise a comparison means nothing. The baseline must return
 * the same bytes, and the API's search must find the message that the baseline stores.
 *
 * @throws an error that names the difference
 */
export async function requireSameResponses(
  desk: BenchDesk,
  baselineUrl: string,
  { compared, messagesPath }: DeskRequests,
): Promise<void> {
  for (const { path } of compared) {
    const [api, baseline] = await Promise.all([desk.url, baselineUrl].map(url => readText(url + path, desk)));
    if (api !== baseline)
      throw new Error(`The baseline returns a different response to GET ${path} than the API:\n${baseline}`);
  }
  const path = messagesPath(0);
  const word = `agreed${Date.now()}`;
  const api = await post(desk.url + path, desk, word);
  const baseline = await post(baselineUrl + path, desk, word);
  if (!isDeepStrictEqual(commonMembers(api), commonMembers(baseline)))
    throw new Error(`The baseline stores a different message: ${JSON.stringify(baseline)}`);
  const filters = 'state=open,pending,closed&created_since=2000-01-01T00:00:00Z';
  const baselineWord = `baseline${Date.now()}`;
  await post(baselineUrl + path, desk, baselineWord);
  const found = JSON.parse(await readText(`${desk.url}/v1/tickets?q=${baselineWord}&${filters}`, desk));
  if (found.length !== 1) throw new Error('The search does not find the message that the baseline stored.');
}

/** Returns the ETag of a response; each server computes its own. */
export async function readETag(url: string, { path }: ComparedRequest, { headers }: BenchDesk): Promise<string> {
  const response = await request(url + path, { headers });
  await response.body.dump();
  return String(response.headers['etag']);
}

async function readText(url: string, { headers }: BenchDesk): Promise<string> {
  const { statusCode, body } = await request(url, { headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`GET ${url} returned ${statusCode}: ${text}`);
  return text;
}

async function post(url: string, { headers }: BenchDesk, body: string): Promise<object> {
  const message = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ body }),
  } as const;
  const response = await request(url, message);
  return (await response.body.json()) as object;
}

const commonMembers = (message: object): object =>
  Object.fromEntries(Object.entries(message).filter(([name]) => !uniqueMembers.includes(name)));
