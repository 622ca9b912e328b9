import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Agents } from './agents.ts';
import { askedBytes, beginningOf, type SlowKind, slowKinds } from './slow-kinds.ts';

/**
 * How many clients of a kind there are, and how often one was ended how: by a status, or `cut` in the middle of an
 * answer or without one. Who read slowly, and in the end as fast as it comes, got the `whole`, or `silent` for too long nothing.
 */
export type Endings = { clients: number; ways: Record<string, number> };

/** Clients that send one byte a second, or read one. */
export type SlowClients = {
  endings: Record<SlowKind, Endings>;
  /** How many are connected by now, as far as they know. */
  connected(): number;
  /** They hang up; who was reading takes what is left before. */
  leave(): Promise<void>;
};

type Client = { kind: SlowKind; socket: Socket; heard: string[] };

const everyMilliseconds = 1000;
/** Between two that come: what a third of them asks for at once is a lot. */
const arrivalMilliseconds = 20;
/** For the next byte of what is left. */
const patience = 20_000;

/**
 * Connects so many of them, a third of each kind, all signed in, each anew whenever it is turned out.
 *
 * @param gist where a large one is
 */
export async function connectSlowly(
  { url, sessions }: Pick<Agents, 'url' | 'sessions'>,
  gist: string,
  clients: number,
): Promise<SlowClients> {
  const standing = new Set<Client>();
  const endings = Object.fromEntries(slowKinds.map(kind => [kind, { clients: 0, ways: {} }])) as SlowClients['endings'];
  let left = false;
  const open = (kind: SlowKind, session: Agents['sessions'][number]): Socket => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const client = { kind, socket, heard: listen(socket) };
    standing.add(client);
    if (kind !== 'slow readers') socket.resume();
    socket.on('error', () => undefined).write(beginningOf[kind](session, gist));
    socket.once('close', () => {
      standing.delete(client);
      if (left) return;
      count(endings[kind], wayOf(client, 'cut'));
      open(kind, session);
    });
    return socket;
  };
  const begin = (index: number) => {
    const kind = slowKinds[index % slowKinds.length] ?? 'slow headers';
    endings[kind].clients++;
    return once(open(kind, sessions[index % sessions.length] ?? {}), 'connect');
  };
  for (let index = 0; index < clients; index++) {
    await begin(index);
    await setTimeout(arrivalMilliseconds);
  }
  const dripping = setInterval(() => {
    for (const client of standing) goOn(client);
  }, everyMilliseconds);
  return {
    endings,
    connected: () => [...standing].filter(({ socket }) => socket.readyState === 'open').length,
    async leave() {
      left = true;
      clearInterval(dripping);
      const readers = [...standing].filter(({ kind }) => kind === 'slow readers');
      for (const way of await Promise.all(readers.map(takeRest))) count(endings['slow readers'], way);
      for (const { socket } of standing) socket.destroy();
    },
  };
}

function goOn({ kind, socket }: Client): void {
  if (kind === 'slow readers') socket.read(1);
  else if (socket.writable) socket.write('x');
}

const status = /HTTP\/1\.1 (\d{3})/g;
const statusLength = 'HTTP/1.1 200'.length;

/** @returns the statuses of all that is read of it, which is paused */
function listen(socket: Socket): string[] {
  const heard: string[] = [];
  let last = '';
  socket
    .pause()
    .setEncoding('latin1')
    .on('data', (read: string) => {
      const text = last + read;
      for (const [, found = ''] of text.matchAll(status)) heard.push(found);
      last = text.slice(1 - statusLength);
    });
  return heard;
}

/** By which answer it was ended, and how otherwise: 200 is no end. */
const wayOf = ({ heard }: Client, otherwise: 'cut' | 'silent'): string =>
  heard.find(each => each !== '200') ?? otherwise;

function count({ ways }: Endings, way: string): void {
  ways[way] = (ways[way] ?? 0) + 1;
}

/** Reads as fast as it comes. @returns how it ended */
function takeRest(client: Client): Promise<string> {
  const { socket } = client;
  return new Promise(resolve => {
    socket
      .on('data', () => socket.bytesRead >= askedBytes && resolve('whole'))
      .once('close', () => resolve(wayOf(client, 'cut')))
      .setTimeout(patience, () => resolve(wayOf(client, 'silent')))
      .resume();
  });
}
