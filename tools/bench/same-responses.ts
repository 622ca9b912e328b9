import { request } from 'undici';
import type { BenchDesk } from './desk.ts';
import type { ComparedRequest } from './requests.ts';

/**
 * Checks that a baseline returns the same bytes as the API. Otherwise their ratio means nothing.
 *
 * @throws an error that names the difference
 */
export async function requireSameResponses(
  desk: BenchDesk,
  baselineUrl: string,
  compared: readonly ComparedRequest[],
): Promise<void> {
  for (const { path } of compared) {
    const [api, baseline] = await Promise.all([desk.url, baselineUrl].map(url => read(url + path, desk)));
    if (api !== baseline)
      throw new Error(`GET ${path} returns something else from the baseline than from the API:\n${baseline}`);
  }
}

/** Returns the ETag of a response; each server computes its own. */
export async function readETag(url: string, { path }: ComparedRequest, { headers }: BenchDesk): Promise<string> {
  const response = await request(url + path, { headers });
  await response.body.dump();
  return String(response.headers['etag']);
}

async function read(url: string, { headers }: BenchDesk): Promise<string> {
  const { statusCode, body } = await request(url, { headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`GET ${url} returned ${statusCode}: ${text}`);
  return text;
}
