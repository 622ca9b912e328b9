import { mayPrefetch } from '../api-client/connection/may-prefetch.ts';
import { isUnreachable, reportOutage, waitUntilReachable } from '../api-client/connection/reachability.ts';
import { probeConnection } from '../api-client/connection/send.ts';
import { waitUntilReleased } from '../api-client/connection/session-hold.ts';

/** Loaders of all lazy chunks that the loaded code refers to. */
const loaders: (() => Promise<unknown>)[] = [];

/**
 * Registers a lazy chunk, which is loaded on demand or preloaded when idle. A load that fails during an outage is
 * retried afterwards. Otherwise the router would reload the page, and a reload fails without a network.
 */
export function lazyChunk<Part>(load: () => Promise<Part>): () => Promise<Part> {
  loaders.push(load);
  return () => loadWhenReachable(load);
}

/** @throws the browser's error for a chunk that an upgrade has removed */
async function loadWhenReachable<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const outage = isUnreachable() ? null : await probeConnection();
    if (!isUnreachable() && outage === null) throw error;
    if (outage) reportOutage(outage);
    await waitUntilReachable();
    return load();
  }
}

/** Pause between chunks, so that user input comes first. */
const pauseMilliseconds = 150;

let hasStarted = false;

/**
 * Preloads the lazy chunks one by one, so that they open immediately and also offline. With Save-Data, preloads none.
 */
export async function preloadChunksWhenIdle(): Promise<void> {
  if (hasStarted) return;
  hasStarted = true;
  // Loaded chunks may register further chunks.
  for (const load of loaders) {
    await new Promise(resolve => setTimeout(resolve, pauseMilliseconds));
    await waitUntilReachable();
    await waitUntilReleased();
    // A failure is reported when the chunk is needed.
    if (mayPrefetch()) await load().catch(() => undefined);
  }
}
