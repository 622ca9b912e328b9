import { NetworkError } from '../errors.ts';
import { detectOutage, type Outage } from './reachability.ts';

/** A response with its complete body as UTF-8 text. */
export type TextResponse = { ok: boolean; status: number; statusText: string; headers: Headers; text: string };

/** A response with its complete body, also as bytes. */
export type RawResponse = TextResponse & { bytes: Uint8Array<ArrayBuffer> };

/**
 * Sends a request with the CSRF header. An incomplete response counts as a network error.
 *
 * @throws {NetworkError} without a complete response
 * @throws the signal's reason if it is aborted
 */
export async function send(url: string, init: RequestInit): Promise<RawResponse> {
  const headers = { Accept: 'application/json', 'X-CSRF': '1', ...init.headers };
  const responseTimeout = startResponseTimeout();
  const signal = init.signal ? AbortSignal.any([init.signal, responseTimeout.signal]) : responseTimeout.signal;
  try {
    const request: RequestInit = { ...init, signal, headers, credentials: 'same-origin', redirect: 'error' };
    const response = await fetchWithKeepalive(url, request);
    const { ok, status, statusText, headers: received } = response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    return {
      ...{ ok, status, statusText, headers: received, bytes },
      // Decoded on demand, because files are read as bytes only.
      get text() {
        return new TextDecoder().decode(bytes);
      },
    };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new NetworkError(error);
  } finally {
    responseTimeout.stop();
  }
}

const probeTimeoutMilliseconds = 8000;

/**
 * Probes the bff and the API. For a signed-in person, `/session` calls the API. Returns the outage; null if both are
 * available.
 */
export const probeConnection = async (): Promise<Outage | null> =>
  detectOutage(
    await send('/session', { signal: AbortSignal.timeout(probeTimeoutMilliseconds) }).catch(
      cause => new NetworkError(cause),
    ),
  );

/** Returns whether the desk does not respond. A 429 for the probe counts as a response. */
export async function isUnresponsive(): Promise<boolean> {
  const outage = await probeConnection();
  return outage !== null && outage.obstacle !== 'busy';
}

const probeIntervalMilliseconds = 10_000;

/**
 * Probes the connection during a slow request. Aborts `signal` if the desk does not respond. Browsers would wait for
 * minutes on a network that drops packets.
 */
function startResponseTimeout(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const timer = setInterval(async () => {
    if (await isUnresponsive()) controller.abort();
  }, probeIntervalMilliseconds);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}

/** Browsers limit the number of a page's concurrent keepalive requests, and their total size (64 KiB). */
const maxBytes = 8 * 1024;
const maxConcurrent = 5;

let active = 0;

/**
 * Sends a request. Small writes use `keepalive`, so that the browser finishes them after the page is closed. Edits are
 * shown before they are stored, so users may leave early. Above `maxBytes` or `maxConcurrent`, `keepalive` is omitted.
 */
async function fetchWithKeepalive(url: string, request: RequestInit): Promise<Response> {
  const isWrite = request.method !== undefined && request.method !== 'GET';
  const isSmall = typeof request.body !== 'string' || new Blob([request.body]).size <= maxBytes;
  if (!isWrite || !isSmall || active >= maxConcurrent) return fetch(url, request);
  active += 1;
  try {
    return await fetch(url, { ...request, keepalive: true });
  } finally {
    active -= 1;
  }
}
