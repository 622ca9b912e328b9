import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A parsed HTTP response. */
export type RawResponse = { status: number; headers: Headers; body: Buffer };

/** The time in which a server has to respond or close the connection. */
const timeoutMilliseconds = 10_000;

/**
 * Sends raw bytes, which fetch would reject, and reads the first response. Returns null if the server closes the
 * connection before the headers are complete.
 *
 * @param endAfterMilliseconds idle time after which the client half-closes the connection; null for never. 0 needs a
 *   server that allows half-open connections (`halfOpen` of forEachApi)
 * @throws Error on a timeout or an incomplete body
 */
export const exchangeBytes = async (
  url: string,
  bytes: Uint8Array,
  endAfterMilliseconds: number | null = null,
): Promise<RawResponse | null> => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const timeout = setTimeout(
    () => socket.destroy(new Error('The server did not respond within 10 seconds.')),
    timeoutMilliseconds,
  );
  try {
    await once(socket, 'connect');
    socket.write(bytes);
    if (endAfterMilliseconds === 0) socket.end();
    else if (endAfterMilliseconds !== null) socket.setTimeout(endAfterMilliseconds, () => socket.end());
    return await readResponse(socket, Buffer.from(bytes).toString('latin1', 0, 5) === 'HEAD ');
  } finally {
    clearTimeout(timeout);
    socket.destroy();
  }
};

/**
 * Reads until the response is complete or the connection closes. A reset counts as closing: a server that closes with
 * unread request bytes causes a reset.
 */
const readResponse = (socket: Socket, withoutBody: boolean): Promise<RawResponse | null> =>
  new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const finish = () => {
      const parsed = parseResponse(received, withoutBody);
      if (parsed === null || parsed.isComplete) resolve(parsed?.response ?? null);
      else reject(new Error(`Incomplete response: ${received.toString('latin1')}`));
    };
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      if (parseResponse(received, withoutBody)?.isComplete) finish();
    });
    socket.on('end', finish);
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? finish() : reject(error),
    );
  });

/** Parses the first response except 1xx; null if its headers are incomplete. */
const parseResponse = (
  received: Buffer,
  withoutBody: boolean,
): { response: RawResponse; isComplete: boolean } | null => {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [first = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) /.exec(first)?.[1]);
  const rest = received.subarray(end + 4);
  if (status < 200) return parseResponse(rest, withoutBody);
  const headers = new Headers(lines.map(splitLine));
  const length = withoutBody ? 0 : Number(headers.get('content-length') ?? 0);
  return { response: { status, headers, body: rest.subarray(0, length) }, isComplete: rest.length >= length };
};

const splitLine = (line: string): [string, string] => {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
};
