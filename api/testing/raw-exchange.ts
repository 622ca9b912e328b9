import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What a server answered to bytes. */
export type RawAnswer = { status: number; headers: Headers; body: Buffer };

/** How long a server may be silent, in milliseconds, before we hang up: it may be waiting for the rest of a request. */
const usualPatienceMilliseconds = 300;
/** How long it may take in all: one that neither answers nor hangs up is at fault. */
const longestMilliseconds = 10_000;

/**
 * Sends bytes as they are, which fetch would refuse to, and reads the first answer to them; null when the server hung up
 * without a word, as it may once we have.
 * @throws Error when it says nothing at all, or half an answer
 */
export const exchangeBytes = async (
  url: string,
  bytes: Uint8Array,
  patienceMilliseconds = usualPatienceMilliseconds,
): Promise<RawAnswer | null> => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const end = setTimeout(() => socket.destroy(new Error('The server says nothing.')), longestMilliseconds);
  try {
    await once(socket, 'connect');
    socket.write(bytes);
    socket.setTimeout(patienceMilliseconds, () => socket.end());
    return await readAnswer(socket, Buffer.from(bytes).toString('latin1', 0, 5) === 'HEAD ');
  } finally {
    clearTimeout(end);
    socket.destroy();
  }
};

/** Reads until an answer is whole, or to the end. A reset is an end too: what we sent may still have been on its way. */
const readAnswer = (socket: Socket, withoutBody: boolean): Promise<RawAnswer | null> =>
  new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const finish = () => {
      const parsed = parseAnswer(received, withoutBody);
      if (parsed === null || parsed.whole) resolve(parsed?.answer ?? null);
      else reject(new Error(`Half an answer: ${received.toString('latin1')}`));
    };
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      if (parseAnswer(received, withoutBody)?.whole) finish();
    });
    socket.on('end', finish);
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? finish() : reject(error),
    );
  });

/** The first answer in what came, leaving out 1xx; null for none. */
const parseAnswer = (received: Buffer, withoutBody: boolean): { answer: RawAnswer; whole: boolean } | null => {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [first = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) /.exec(first)?.[1]);
  const rest = received.subarray(end + 4);
  if (status < 200) return parseAnswer(rest, withoutBody);
  const headers = new Headers(lines.map(splitLine));
  const length = withoutBody ? 0 : Number(headers.get('content-length') ?? 0);
  return { answer: { status, headers, body: rest.subarray(0, length) }, whole: rest.length >= length };
};

const splitLine = (line: string): [string, string] => {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
};
