import { gistBytes } from './large-gist.ts';
import type { SessionHeaders } from './sign-in-by-request.ts';

/** The kinds of slow clients. */
export const slowKinds = ['slow headers', 'slow uploads', 'slow readers'] as const;
export type SlowKind = (typeof slowKinds)[number];

/** Enough responses to fill socket buffers of several megabytes. */
const responseCount = 6;

/** A lower bound for the bytes that a slow reader requests. */
export const requestedBytes = responseCount * gistBytes;

/**
 * Creates the first bytes of each kind. The first two kinds continue byte by byte and never finish.
 *
 * @param gist the path of the large gist
 */
export const createFirstBytes: Record<SlowKind, (session: SessionHeaders, gist: string) => string> = {
  'slow headers': session => `${formatHead('GET', '/api/tickets', session)}X-Slow: `,
  'slow uploads': session => {
    const body = 'Content-Type: application/json\r\nContent-Length: 100000\r\n';
    return `${formatHead('POST', '/api/tickets/1/messages', session)}${body}\r\n{"body":"`;
  },
  'slow readers': (session, gist) => `${formatHead('GET', gist, session)}\r\n`.repeat(responseCount),
};

const formatHead = (method: string, path: string, session: SessionHeaders): string => {
  const fields = Object.entries({ Host: 'localhost', ...session }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${fields.join('')}`;
};
