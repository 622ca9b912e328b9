import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { request } from 'undici';
import type { SessionHeaders, SignedInClients } from './sign-in-by-request.ts';
import { createFirstBytes, requestedBytes, type SlowKind, slowKinds } from './slow-client-kinds.ts';

/**
 * The number of clients of a kind, and the number of their connections by outcome. The outcome is the status that ended
 * the connection, or `cut` if it ended without a status. Slow readers finally read the rest at full speed. Their
 * outcome can also be `whole` (all responses arrived) or `silent` (no byte arrived before the timeout).
 */
export type SlowClientOutcomes = { clients: number; counts: Record<string, number> };

/** Clients that send or read one byte per second. */
export type SlowClients = {
  outcomes: Record<SlowKind, SlowClientOutcomes>;
  countConnected(): number;
  /** Disconnects all clients. Slow readers first read the rest of their responses. */
  disconnect(): Promise<void>;
};

/** A connection of a slow client, which reconnects when it is disconnected. */
type Connection = { kind: SlowKind; socket: Socket; statuses: string[] };

const intervalMilliseconds = 1000;
/** The timeout for the next byte while the rest of a response is read. */
const restTimeoutMilliseconds = 20_000;

/**
 * Connects signed-in slow clients, the same number of each kind. Each client reconnects when it is disconnected.
 * Between two clients, waits for the response to a normal request, so that the servers do not shed load.
 *
 * @param gist the path of a large gist
 */
export async function connectSlowClients(
  { url, sessions }: SignedInClients,
  gist: string,
  clients: number,
): Promise<SlowClients> {
  const active = new Set<Connection>();
  const outcomes = Object.fromEntries(
    slowKinds.map(kind => [kind, { clients: 0, counts: {} }]),
  ) as SlowClients['outcomes'];
  let isDisconnecting = false;
  const open = (kind: SlowKind, session: SessionHeaders): Socket => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const connection = { kind, socket, statuses: collectStatuses(socket) };
    active.add(connection);
    if (kind !== 'slow readers') socket.resume();
    socket.on('error', () => undefined).write(createFirstBytes[kind](session, gist));
    socket.once('close', () => {
      active.delete(connection);
      if (isDisconnecting) return;
      count(outcomes[kind], getOutcome(connection, 'cut'));
      open(kind, session);
    });
    return socket;
  };
  const start = (index: number) => {
    const kind = slowKinds[index % slowKinds.length] ?? 'slow headers';
    outcomes[kind].clients++;
    return once(open(kind, sessions[index % sessions.length] ?? {}), 'connect');
  };
  for (let index = 0; index < clients; index++) {
    await start(index);
    const { body } = await request(`${url}/api/people/me`, { headers: sessions[0] ?? {} });
    await body.dump();
  }
  const timer = setInterval(() => {
    for (const connection of active) transferByte(connection);
  }, intervalMilliseconds);
  return {
    outcomes,
    countConnected: () => [...active].filter(({ socket }) => socket.readyState === 'open').length,
    async disconnect() {
      isDisconnecting = true;
      clearInterval(timer);
      const readers = [...active].filter(({ kind }) => kind === 'slow readers');
      for (const reader of readers) count(outcomes['slow readers'], await readRest(reader));
      for (const { socket } of active) socket.destroy();
    },
  };
}

function transferByte({ kind, socket }: Connection): void {
  if (kind === 'slow readers') socket.read(1);
  else if (socket.writable) socket.write('x');
}

const status = /HTTP\/1\.1 (\d{3})/g;
const statusLength = 'HTTP/1.1 200'.length;

/** Pauses a socket, and collects the statuses of its responses. @returns the list, which grows as responses are read */
function collectStatuses(socket: Socket): string[] {
  const statuses: string[] = [];
  let tail = '';
  socket
    .pause()
    .setEncoding('latin1')
    .on('data', (read: string) => {
      const text = tail + read;
      for (const [, code = ''] of text.matchAll(status)) statuses.push(code);
      tail = text.slice(1 - statusLength);
    });
  return statuses;
}

/** Returns the status that ended a connection, or the fallback. Status 200 does not end a connection. */
const getOutcome = ({ statuses }: Connection, fallback: 'cut' | 'silent'): string =>
  statuses.find(each => each !== '200') ?? fallback;

function count({ counts }: SlowClientOutcomes, outcome: string): void {
  counts[outcome] = (counts[outcome] ?? 0) + 1;
}

/** Reads the rest of the responses at full speed. @returns the outcome */
function readRest(connection: Connection): Promise<string> {
  const { socket } = connection;
  return new Promise(resolve => {
    socket
      .on('data', () => socket.bytesRead >= requestedBytes && resolve('whole'))
      .once('close', () => resolve(getOutcome(connection, 'cut')))
      .setTimeout(restTimeoutMilliseconds, () => resolve(getOutcome(connection, 'silent')))
      .resume();
  });
}
