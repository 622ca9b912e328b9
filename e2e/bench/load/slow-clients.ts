import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Agents } from './agents.ts';
import { askedBytes, beginningOf, type SlowKind, slowKinds } from './slow-kinds.ts';

/** How many clients of a kind there are, and how often one was ended how: by a status, or `cut` without one. */
export type Endings = { clients: number; ways: Record<string, number> };

/** Clients that send one byte a second, or read one. */
export type SlowClients = {
  endings: Record<SlowKind, Endings>;
  /** How many are connected by now, as far as they know. */
  connected(): number;
  /** They hang up; who was reading takes what is left before. */
  leave(): Promise<void>;
};

type Client = { kind: SlowKind; socket: Socket };

const everyMilliseconds = 1000;
/** Between two that come: what a third of them asks for at once is a lot. */
const arrivalMilliseconds = 20;
/** To take what is left. */
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
    const client = { kind, socket };
    standing.add(client);
    const heard = kind === 'slow readers' ? () => '' : listen(socket);
    socket.on('error', () => undefined).write(beginningOf[kind](session, gist));
    socket.once('close', () => {
      standing.delete(client);
      if (left) return;
      count(endings[kind], /^HTTP\/1\.1 (\d+)/.exec(heard())?.[1] ?? 'cut');
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
      const wholes = await Promise.all(readers.map(({ socket }) => takeRest(socket)));
      for (const whole of wholes) if (!whole) count(endings['slow readers'], 'cut');
      for (const { socket } of standing) socket.destroy();
    },
  };
}

function goOn({ kind, socket }: Client): void {
  if (kind === 'slow readers') socket.read(1);
  else if (socket.writable) socket.write('x');
}

/** @returns what tells all that it was told so far */
function listen(socket: Socket): () => string {
  let heard = '';
  socket.setEncoding('latin1').on('data', text => {
    heard += text;
  });
  return () => heard;
}

function count({ ways }: Endings, way: string): void {
  ways[way] = (ways[way] ?? 0) + 1;
}

/** Reads as fast as it comes. @returns whether it was as much as was asked for */
async function takeRest(socket: Socket): Promise<boolean> {
  const whole = new Promise<boolean>(resolve => {
    socket.on('data', () => socket.bytesRead >= askedBytes && resolve(true)).once('close', () => resolve(false));
  });
  const tooLong = setTimeout(patience, true, { ref: false });
  return Promise.race([whole, tooLong]);
}
