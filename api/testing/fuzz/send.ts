import { gunzipSync } from 'node:zlib';
import { errors, type Pool } from 'undici';
import { parseJson } from '#contract/json';
import { exchangeBytes } from '../raw-exchange.ts';

/** A request as it went over the wire. */
export type Sent = {
  method: string;
  /** Path and query. */
  address: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | null;
};

/** What came back; `body` is the JSON, undefined where there is none. */
export type Received = { status: number; headers: Headers; text: string; body: unknown };

/** Sends one request; null when it is none that HTTP/1.1 can carry, or was too long to be heard out. @throws Error when no whole answer came */
export const send = async (pool: Pool, { method, address, headers, body }: Sent): Promise<Received | null> => {
  try {
    const answer = await pool.request({
      method: method as 'GET',
      path: address,
      headers: headers.flat(),
      body,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const received = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      for (const each of [value ?? []].flat()) received.append(name, each);
    return read(answer.statusCode, received, bytes);
  } catch (error) {
    if (error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError) return null;
    // Refused before it was sent to its end, and hung up on: the reset may overtake the answer.
    if (isReset(error) && (body?.length ?? 0) > mostOnItsWay) return null;
    throw error;
  }
};

/** Of a body, so much goes out before anybody can have read it. */
const mostOnItsWay = 64 * 1024;

const isReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(String(error.code));

const patienceMilliseconds = 60;

/** Sends bytes, one character each; null when the server hung up without a word. */
export const sendBytes = async (url: string, bytes: string): Promise<Received | null> => {
  const answer = await exchangeBytes(url, Buffer.from(bytes, 'latin1'), patienceMilliseconds);
  return answer === null ? null : read(answer.status, answer.headers, answer.body);
};

const read = (status: number, headers: Headers, bytes: Buffer): Received => {
  const isPacked = headers.get('content-encoding') === 'gzip' && bytes.length > 0;
  const text = (isPacked ? gunzipSync(bytes) : bytes).toString();
  const isJson = headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  return { status, headers, text, body: isJson ? parseJson(text) : undefined };
};
