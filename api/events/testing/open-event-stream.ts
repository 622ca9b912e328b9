import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** A block of a stream: an event, or a heartbeat with the position. `id` is empty for presence and notifications. */
export type StreamBlock = { id: string; event?: string; data?: string; retry?: string };

/** A client of one stream, on its own connection. */
export type EventStreamClient = {
  status: number;
  headers: IncomingMessage['headers'];
  /** All blocks so far. */
  blocks: StreamBlock[];
  /** Resolves with the first past or future block that `accepts` matches. Rejects if the stream ends before it. */
  waitFor(accepts: (block: StreamBlock) => boolean): Promise<StreamBlock>;
  /** Stops reading. The server detects it by the number of unread bytes. */
  pause(): void;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  close(): void;
};

/** Opens `GET /v1/events` as a stream. @param options `bytes`: cuts the connection after this number of body bytes */
export const openEventStream = async (
  url: string,
  token: string,
  {
    query = '',
    headers = {},
    bytes = Infinity,
  }: { query?: string; headers?: Record<string, string>; bytes?: number } = {},
): Promise<EventStreamClient> => {
  const sent = request(`${url}/v1/events${query}`, {
    agent: false,
    headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream', ...headers },
  });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const blocks: StreamBlock[] = [];
  const waiting = new Set<() => void>();
  const notify = () => {
    for (const each of waiting) each();
  };
  const decoder = new TextDecoder();
  let [rest, left] = ['', bytes];
  response.on('data', (chunk: Buffer) => {
    const parts = (rest + decoder.decode(chunk.subarray(0, left), { stream: true })).split('\n\n');
    rest = parts.pop() ?? '';
    blocks.push(...parts.map(parseBlock));
    left = Math.max(0, left - chunk.length);
    if (left === 0) sent.destroy();
    notify();
  });
  response.on('close', notify).on('error', () => {});
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    blocks,
    waitFor: accepts =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = blocks.find(accepts);
          if (found === undefined && !response.closed) return;
          waiting.delete(check);
          if (found === undefined) reject(new Error('The stream ended before the expected block.'));
          else resolve(found);
        };
        waiting.add(check);
        check();
      }),
    pause: () => void response.pause(),
    ended: new Promise(resolve => response.once('close', resolve)),
    close: () => void sent.destroy(),
  };
};

/** Parses the lines of a block (HTML Standard, 9.2.6). */
const parseBlock = (text: string): StreamBlock => {
  const lines = text.split('\n').map(line => /^(id|event|data|retry|): ?(.*)$/.exec(line));
  assert.ok(!lines.includes(null), `unknown line in ${text}`);
  const values = lines.map(match => [match?.[1] ?? '', match?.[2] ?? '']);
  const { '': _, ...block } = Object.fromEntries(values);
  return { id: '', ...block };
};
