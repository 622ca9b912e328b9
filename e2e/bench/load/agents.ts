import { setTimeout } from 'node:timers/promises';
import { Client } from 'undici';
import { type Asked, askedIn, type Kind } from './mix.ts';

/** How a request ended: with an answer, or, with status 0, without one. */
export type Ended = {
  kind: Kind;
  status: number;
  milliseconds: number;
  /** The Retry-After of the answer. */
  retryAfter: string | undefined;
};

/** The header fields of somebody signed in. */
type Session = Record<string, string>;

/** Whom the load comes from: people who are signed in at one address, and what they have read so far. */
export type Agents = { url: string; sessions: readonly Session[]; tickets: number; tags: Map<string, string> };

/** Every connection asks the next thing when the last is answered, for so many seconds. */
export async function work(agents: Agents, connections: number, seconds: number): Promise<Ended[]> {
  const ended: Ended[] = [];
  const until = performance.now() + seconds * 1000;
  let turn = 0;
  const clients = Array.from({ length: connections }, () => new Client(agents.url));
  const goOn = async (client: Client, index: number) => {
    while (performance.now() < until) ended.push(await send(client, agents, index, turn++));
  };
  await Promise.all(clients.map(goOn));
  await Promise.all(clients.map(client => client.close()));
  return ended;
}

/** How often what is due is sent, in milliseconds. */
const tick = 10;

type Connection = { client: Client; person: number };

/**
 * So many requests a second whether or not the others are answered, on as many connections as that takes.
 *
 * @param most connections; what comes when all wait for answers is not sent
 */
export async function flood(agents: Agents, perSecond: number, seconds: number, most: number): Promise<Ended[]> {
  const ended: Ended[] = [];
  const idle: Connection[] = [];
  const all: Connection[] = [];
  const underWay = new Set<Promise<void>>();
  const add = (): Connection | undefined => {
    if (all.length === most) return undefined;
    const made = { client: new Client(agents.url), person: all.length };
    all.push(made);
    return made;
  };
  const ask = (connection: Connection, turn: number): void => {
    const sent = send(connection.client, agents, connection.person, turn).then(end => {
      ended.push(end);
      idle.push(connection);
      underWay.delete(sent);
    });
    underWay.add(sent);
  };
  const begun = performance.now();
  const elapsed = () => (performance.now() - begun) / 1000;
  for (let turn = 0; elapsed() < seconds; ) {
    for (const due = elapsed() * perSecond; turn < due; turn++) {
      const connection = idle.pop() ?? add();
      if (connection) ask(connection, turn);
    }
    await setTimeout(tick);
  }
  await Promise.all(underWay);
  await Promise.all(all.map(({ client }) => client.close()));
  return ended;
}

function send(client: Client, agents: Agents, person: number, turn: number): Promise<Ended> {
  const asked = askedIn(turn, agents.tickets);
  const begun = performance.now();
  return new Promise(resolve => {
    let [status, retryAfter]: [number, string | undefined] = [0, undefined];
    const end = (): void => resolve({ kind: asked.kind, status, milliseconds: performance.now() - begun, retryAfter });
    const { method, path, body = null } = asked;
    client.dispatch(
      { method, path, body, headers: headersOf(asked, agents, person) },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode, headers) {
          status = statusCode;
          retryAfter = headers['retry-after']?.toString();
          if (status === 200 && asked.conditional) agents.tags.set(path, String(headers['etag']));
        },
        onResponseData() {},
        onResponseEnd: end,
        onResponseError() {
          status = 0;
          end();
        },
      },
    );
  });
}

function headersOf({ path, conditional, headers }: Asked, { sessions, tags }: Agents, person: number): Session {
  const tag = conditional && tags.get(path);
  return { ...sessions[person % sessions.length], ...headers, ...(tag && { 'if-none-match': tag }) };
}
