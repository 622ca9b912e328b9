import { setTimeout as pause } from 'node:timers/promises';

const pauseMilliseconds = 40;

/** A server that accepts connections before it can answer is asked anew. */
const patienceMilliseconds = 500;

/**
 * Asks an address until it answers 200.
 * @param {string} url
 * @param {AbortSignal} signal ends the asking
 * @throws the signal's reason
 */
export async function waitUntilReady(url, signal) {
  while (!(await answersOk(url))) await pause(pauseMilliseconds, undefined, { signal });
}

/** @param {string} url */
async function answersOk(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMilliseconds) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
