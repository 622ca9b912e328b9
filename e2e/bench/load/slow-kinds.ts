import type { Session } from './agents.ts';
import { gistBytes } from './large-gist.ts';

/** How a client takes its time. */
export const slowKinds = ['slow headers', 'slow uploads', 'slow readers'] as const;
export type SlowKind = (typeof slowKinds)[number];

/** More of it than systems keep for who does not read: some megabytes. */
const answersAtOnce = 6;

/** Less than the bytes of all that a slow reader asks for. */
export const askedBytes = answersAtOnce * gistBytes;

/**
 * What each kind sends at once; the first two go on a byte at a time, and end never.
 *
 * @param gist where the large one is
 */
export const beginningOf: Record<SlowKind, (session: Session, gist: string) => string> = {
  'slow headers': session => `${headOf('GET', '/api/tickets', session)}X-Slow: `,
  'slow uploads': session => {
    const body = 'Content-Type: application/json\r\nContent-Length: 100000\r\n';
    return `${headOf('POST', '/api/tickets/1/messages', session)}${body}\r\n{"body":"`;
  },
  'slow readers': (session, gist) => `${headOf('GET', gist, session)}\r\n`.repeat(answersAtOnce),
};

const headOf = (method: string, path: string, session: Session): string => {
  const fields = Object.entries({ Host: 'localhost', ...session }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${fields.join('')}`;
};
