import { type Dispatcher, Pool } from 'undici';

/** How long the API may take, in milliseconds. */
export type ApiTimeouts = {
  connect: number;
  /** Until the answer's headers. */
  headers: number;
  /** Between two pieces of the answer's body. */
  body: number;
};

export const usualTimeouts: ApiTimeouts = { connect: 3000, headers: 30_000, body: 60_000 };

/**
 * The one way to the API: kept-alive connections to its origin, and to no other. As many as there are requests under way:
 * none waits for another, whose answer may never come.
 */
export type ApiConnection = {
  dispatcher: Dispatcher;
  /** The request path of an address of the API, which is given without the API's base. */
  pathOf(path: string): string;
  /** Ends when what is under way has ended. */
  close(): Promise<void>;
};

/**
 * @param apiUrl origin and path prefix of the API, no trailing slash
 * @param timeouts undici's errors tell which one ran out
 */
export function connectToApi(apiUrl: string, timeouts: ApiTimeouts): ApiConnection {
  const { origin, pathname } = new URL(apiUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const dispatcher = new Pool(origin, {
    connect: { timeout: timeouts.connect },
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    maxHeaderSize: 32 * 1024,
  });
  return { dispatcher, pathOf: path => prefix + path, close: () => dispatcher.close() };
}
