import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { tooLarge } from '../problems.ts';

/** The largest body the API takes. */
export const bodyLimitBytes = 1_048_576;

/** A request body on its way: as a stream, with its length where the browser told it. */
export type PassedBody = { stream: Transform | null; length: Record<string, string> };

/** Passes bytes on until there are too many; then it fails with Problem 413. */
function createCap(limitBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > limitBytes) done(tooLarge(limitBytes));
      else done(null, chunk);
    },
  });
}

/**
 * The body of a request, streamed and capped. Throws Problem 413 at once where the announced length says enough.
 * The request itself is never handed on: who destroys it loses the connection its answer is to travel on.
 */
export function bodyOf(req: IncomingMessage, limitBytes: number): PassedBody {
  const announced = req.headers['content-length'];
  if (announced === undefined && req.headers['transfer-encoding'] === undefined) return { stream: null, length: {} };
  if (Number(announced ?? 0) > limitBytes) throw tooLarge(limitBytes);
  if (announced === '0') return { stream: null, length: { 'content-length': '0' } };
  // Whatever ends it, the rest is read and dropped: who sends on unheard never comes to read the answer.
  const stream = req.pipe(createCap(limitBytes)).once('close', () => req.resume());
  return { stream, length: announced === undefined ? {} : { 'content-length': announced } };
}
