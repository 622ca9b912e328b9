import { setTimeout as pause } from 'node:timers/promises';
import type { SessionHeaders } from './sign-in-by-request.ts';

/** A client of the stream of events. It reconnects by the rules of the web app, until it is stopped. */
export type StreamClient = {
  /** The ids of all received events, with `reset` for each reset event. */
  received: readonly string[];
  /** The number of received notifications. */
  notifications: number;
  /** The statuses of responses that are not streams, and connection errors. */
  errors: readonly string[];
  /** The maximum number of attempts in a row without a stream. After two, the web app shows that updates are off. */
  mostFailures: number;
  stop(): Promise<void>;
};

const [minDelay, firstDelay, maxDelay] = [500, 3000, 30_000];

/**
 * Follows the stream through a bff.
 *
 * @param after the id of the event after which the stream starts
 */
export function followEvents(url: string, session: SessionHeaders, after = '0'): StreamClient {
  const stopping = new AbortController();
  const { signal } = stopping;
  const [received, errors]: [string[], string[]] = [[], []];
  const client = { received, errors, notifications: 0, mostFailures: 0 };
  let lastId = after;

  /** Reads one stream to its end. Returns whether the stream has sent anything. */
  async function readStream(): Promise<boolean> {
    let isOpen = false;
    try {
      const headers = { ...session, accept: 'text/event-stream', 'last-event-id': lastId };
      const response = await fetch(`${url}/api/events`, { headers, signal });
      if (response.status !== 200) errors.push(String(response.status));
      if (response.status !== 200 || !response.body) return false;
      let rest = '';
      for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        isOpen ||= blocks.length > 0;
        for (const block of blocks) readBlock(block);
      }
    } catch (error) {
      if (!signal.aborted && !isOpen) errors.push(String(error));
    }
    return isOpen;
  }

  /** Records an event. Presence and notifications have no id. */
  function readBlock(block: string): void {
    const [, id] = /^id: (\d+)$/m.exec(block) ?? [];
    const [, type = 'ready'] = /^event: (.+)$/m.exec(block) ?? [];
    if (type === 'notification') client.notifications++;
    if (id === undefined) return;
    lastId = id;
    if (type !== 'ready') received.push(type === 'reset' ? type : id);
  }

  async function follow(): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      failures = (await readStream()) || signal.aborted ? 0 : failures + 1;
      client.mostFailures = Math.max(client.mostFailures, failures);
      const longest = Math.min(firstDelay * 2 ** failures, maxDelay);
      await pause(minDelay + Math.random() * (longest - minDelay), undefined, { signal }).catch(() => undefined);
    }
  }

  const following = follow();
  const stop = async () => {
    stopping.abort();
    await following;
  };
  return Object.assign(client, { stop });
}
