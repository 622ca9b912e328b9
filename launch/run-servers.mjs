import { setTimeout as pause } from 'node:timers/promises';
import { waitUntilReady } from './readiness.mjs';
import { Refusal } from './refusal.mjs';

const readyWithinSeconds = 60;

/** Ctrl-C reaches the servers too and may end them first; a moment later it is known that this is what ended them. */
const graceMilliseconds = 250;

/**
 * @typedef {import('./server-process.mjs').ServerProcess} ServerProcess
 * @typedef {import('./server-process.mjs').Exit} Exit
 */

/**
 * Accompanies the servers until an interrupt, then stops them. When one ends by itself the others are stopped too.
 * @param {ServerProcess[]} servers
 * @param {{ readyUrls: string[], interrupted: Promise<'interrupted'>, onReady(): void }} options
 * @returns {Promise<'interrupted' | Exit>} what ended it
 * @throws {Refusal} when they were not ready in time
 */
export async function runServers(servers, { readyUrls, interrupted, onReady }) {
  const asking = new AbortController();
  const end = Promise.race([interrupted, ...servers.map(server => server.exited.then(confirmExit))]);
  try {
    const event = await Promise.race([end, allReady(readyUrls, asking.signal)]);
    if (event === 'ready') onReady();
    return event === 'ready' ? await end : event;
  } finally {
    asking.abort();
    await Promise.all(servers.map(server => server.stop()));
  }
}

/**
 * Asks one after the other: a server that needs another one would only complain before that one is ready.
 * @param {string[]} urls
 * @param {AbortSignal} signal
 * @returns {Promise<'ready'>} never settles once the signal is aborted
 */
async function allReady(urls, signal) {
  const deadline = AbortSignal.timeout(readyWithinSeconds * 1000);
  try {
    for (const url of urls) await waitUntilReady(url, AbortSignal.any([signal, deadline]));
    return 'ready';
  } catch {
    if (signal.aborted) return new Promise(() => {});
    throw new Refusal(
      `Stardesk was not ready within ${readyWithinSeconds} s; LOG_LEVEL=debug shows what it was doing.`,
    );
  }
}

/** @param {Exit} exit */
async function confirmExit(exit) {
  await pause(graceMilliseconds);
  return exit;
}

/**
 * @param {Exit} exit
 * @returns {string} a sentence
 */
export function describeExit({ name, code, signal }) {
  return `The ${name} ended by itself (${signal ?? `exit code ${code}`}), so Stardesk has stopped.`;
}
