import { parseEventStream, type StreamBlock } from './parse-event-stream.ts';

/** The API sends a comment every 20 seconds. Without a block for this long, the connection counts as lost. */
const timeoutMilliseconds = 45_000;

/**
 * Reads `GET /events` as a stream of server-sent events. Calls `onBlocks` with the complete blocks of each received
 * chunk. Resolves when the stream ends, the request fails, no block arrives for 45 seconds, or `signal` is aborted.
 *
 * @param after the id of the last known event
 */
export async function readEventStream(
  after: string,
  onBlocks: (blocks: StreamBlock[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const timeout = new AbortController();
  let timer = 0;
  const restartTimer = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => timeout.abort(), timeoutMilliseconds);
  };
  restartTimer();
  try {
    const response = await fetch('/api/events', {
      headers: { Accept: 'text/event-stream', 'X-CSRF': '1', 'Last-Event-ID': after },
      ...{ credentials: 'same-origin', redirect: 'error', cache: 'no-store' },
      signal: AbortSignal.any([signal, timeout.signal]),
    });
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
    if (!response.ok || !isStream || !response.body) return;
    for await (const blocks of parseEventStream(response.body)) {
      restartTimer();
      onBlocks(blocks);
    }
  } catch {
    // The caller reconnects, and learns the cause from its other requests.
  } finally {
    clearTimeout(timer);
    timeout.abort(); // ends the connection
  }
}
