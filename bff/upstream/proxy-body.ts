import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { tooLarge } from '../problems.ts';

/** The largest body that the API accepts, except for uploads. */
export const bodyLimitBytes = 1_048_576;

/** A request body as a stream, with its Content-Length header if the browser sent one. */
export type RequestBody = { stream: Transform | null; length: Record<string, string> };

/** Creates a stream that fails with Problem 413 above the limit. */
function createLimitedStream(limitBytes: number): Transform {
  let total = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      if (total > limitBytes) done(tooLarge(limitBytes));
      else done(null, chunk);
    },
  });
}

/**
 * Streams a request body up to a limit. Throws Problem 413 immediately if Content-Length exceeds it.
 * The request itself is never passed on: destroying it would close the connection that the response needs.
 */
export function streamBody(req: IncomingMessage, limitBytes: number): RequestBody {
  const length = req.headers['content-length'];
  if (length === undefined && req.headers['transfer-encoding'] === undefined) return { stream: null, length: {} };
  if (Number(length ?? 0) > limitBytes) throw tooLarge(limitBytes);
  if (length === '0') return { stream: null, length: { 'content-length': '0' } };
  // The rest of the body is always read and dropped. Otherwise a client that still sends would never read the response.
  const stream = req.pipe(createLimitedStream(limitBytes)).once('close', () => req.resume());
  return { stream, length: length === undefined ? {} : { 'content-length': length } };
}
