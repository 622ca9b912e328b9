import { type Dispatcher, Pool } from 'undici';

/** The time limits for the API, in milliseconds. */
export type ApiTimeouts = {
  connect: number;
  /** Until the response headers arrive. */
  headers: number;
  /** Between two chunks of the response body. */
  body: number;
  /** Between two chunks of a stream of events, which has a comment every 20 s. */
  stream: number;
};

export const defaultApiTimeouts: ApiTimeouts = { connect: 3000, headers: 30_000, body: 60_000, stream: 45_000 };

/**
 * A pool of keep-alive connections to the API's origin. It opens a connection per concurrent request, so that no
 * request waits behind a request that gets no response.
 */
export type ApiPool = {
  dispatcher: Dispatcher;
  timeouts: ApiTimeouts;
  /** Adds the API's path prefix to a path. */
  resolvePath(path: string): string;
  /** Waits for open requests to end, then closes the pool. */
  close(): Promise<void>;
};

/** @param apiUrl origin and path prefix of the API, no trailing slash */
export function createApiPool(apiUrl: string, timeouts: ApiTimeouts): ApiPool {
  const { origin, pathname } = new URL(apiUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const dispatcher = new Pool(origin, {
    connect: { timeout: timeouts.connect },
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    maxHeaderSize: 32 * 1024,
  });
  return { dispatcher, timeouts, resolvePath: path => prefix + path, close: () => dispatcher.close() };
}
