import { setTimeout as pause } from 'node:timers/promises';
import { LaunchError } from './launch-error.mjs';
import { waitUntilReady } from './readiness.mjs';

const readyWithinSeconds = 60;

/** Ctrl-C reaches the servers too and may stop them first. An exit is reported after this delay. */
const graceMilliseconds = 250;

/**
 * @typedef {import('./server-process.mjs').ServerProcess} ServerProcess
 * @typedef {import('./server-process.mjs').Exit} Exit
 */

/**
 * Waits for an interrupt or the exit of a server, then stops all servers.
 * @param {ServerProcess[]} servers
 * @param {{ readyUrls: string[], interrupted: Promise<'interrupted'>, onReady(): void }} options
 * @returns {Promise<'interrupted' | Exit>} why the servers were stopped
 * @throws {LaunchError} if the servers are not ready in time
 */
export async function runServers(servers, { readyUrls, interrupted, onReady }) {
  const polling = new AbortController();
  const stopCause = Promise.race([interrupted, ...servers.map(server => server.exited.then(confirmExit))]);
  try {
    const event = await Promise.race([stopCause, waitUntilAllReady(readyUrls, polling.signal)]);
    if (event === 'ready') onReady();
    return event === 'ready' ? await stopCause : event;
  } finally {
    polling.abort();
    await Promise.all(servers.map(server => server.stop()));
  }
}

/**
 * Polls one URL after the other. The bff would log errors before the API is ready.
 * @param {string[]} urls
 * @param {AbortSignal} signal
 * @returns {Promise<'ready'>} never settles once the signal is aborted
 */
async function waitUntilAllReady(urls, signal) {
  const deadline = AbortSignal.timeout(readyWithinSeconds * 1000);
  try {
    for (const url of urls) await waitUntilReady(url, AbortSignal.any([signal, deadline]));
    return 'ready';
  } catch {
    if (signal.aborted) return new Promise(() => {});
    throw new LaunchError(
      `Stardesk was not ready within ${readyWithinSeconds} s. Start it with LOG_LEVEL=debug to see why.`,
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
 */
export function describeExit({ name, code, signal }) {
  return `The ${name} exited unexpectedly (${signal ?? `exit code ${code}`}), so Stardesk has stopped.`;
}
