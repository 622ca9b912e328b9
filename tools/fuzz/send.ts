import { gunzipSync } from 'node:zlib';
import { errors, Pool } from 'undici';
import { parseJson } from '#contract/json';
import { exchangeBytes } from '../../api/testing/raw-exchange.ts';
import { type EventStream, openEventStream } from './event-stream.ts';

export type SentRequest = {
  method: string;
  /** Path and query. */
  address: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | null;
};

/** A response; `body` is undefined unless it is JSON. */
export type DeskResponse = { status: number; headers: Headers; text: string; body: unknown };

/** The delay after which the client closes its side. The raw bytes may be an incomplete request. */
const endAfterMilliseconds = 60;

/** Connections to a desk. Sending throws an error if the response is incomplete. */
export type Transport = {
  /** Sends a request. Null if HTTP/1.1 cannot express it, or the server closed the connection during a long body. */
  send(request: SentRequest): Promise<DeskResponse | null>;
  /** Sends each character as one byte; null if the server closes without a response. */
  sendBytes(bytes: string): Promise<DeskResponse | null>;
  /** Opens a stream of events with its own connection. */
  openEventStream(authorization: string): Promise<EventStream>;
  close(): Promise<void>;
};

export const openTransport = (url: string): Transport => {
  const pool = new Pool(url, { connections: 4 });
  return {
    send: request => sendRequest(pool, request),
    async sendBytes(bytes) {
      const response = await exchangeBytes(url, Buffer.from(bytes, 'latin1'), endAfterMilliseconds);
      return response === null ? null : toDeskResponse(response.status, response.headers, response.body);
    },
    openEventStream: authorization => openEventStream(url, authorization),
    close: () => pool.close(),
  };
};

const sendRequest = async (
  pool: Pool,
  { method, address, headers, body }: SentRequest,
): Promise<DeskResponse | null> => {
  try {
    const response = await pool.request({
      method: method as 'GET',
      path: address,
      headers: headers.flat(),
      body,
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    const received = new Headers();
    for (const [name, value] of Object.entries(response.headers))
      for (const each of [value ?? []].flat()) received.append(name, each);
    return toDeskResponse(response.statusCode, received, bytes);
  } catch (error) {
    if (error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError) return null;
    // The server rejected a long body early and closed the connection. The reset may arrive before the response.
    if (isReset(error) && (body?.length ?? 0) > maxBufferedBytes) return null;
    throw error;
  }
};

/** A body up to this size fits into socket buffers. It is sent even if the server does not read it. */
const maxBufferedBytes = 64 * 1024;

const isReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(String(error.code));

const toDeskResponse = (status: number, headers: Headers, bytes: Buffer): DeskResponse => {
  const isCompressed = headers.get('content-encoding') === 'gzip' && bytes.length > 0;
  const text = (isCompressed ? gunzipSync(bytes) : bytes).toString();
  const isJson = headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  return { status, headers, text, body: isJson ? parseJson(text) : undefined };
};
