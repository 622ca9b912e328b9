import { setTimeout as pause } from 'node:timers/promises';

const pauseMilliseconds = 40;

/** A server may accept connections before it can respond. A request that times out is retried. */
const timeoutMilliseconds = 500;

/**
 * Polls a URL until it responds with 2xx.
 * @param {string} url
 * @param {AbortSignal} signal stops the polling
 * @throws an AbortError when the signal aborts
 */
export async function waitUntilReady(url, signal) {
  while (!(await isReady(url))) await pause(pauseMilliseconds, undefined, { signal });
}

/** @param {string} url */
async function isReady(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
