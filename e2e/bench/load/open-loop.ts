import { setTimeout } from 'node:timers/promises';
import { Client } from 'undici';
import { type Agents, type Ended, send } from './agents.ts';

/** How often what is due is sent, in milliseconds. */
const tick = 5;
/** As many as one process may open; what comes when all of them wait for an answer is not sent. */
const mostConnections = 15_000;
/** As long as a proxy waits for an answer. */
const patience = 60_000;

/** What callers do who do not wait for each other. */
export type OpenLoop = {
  /** How many requests were meant a second. */
  perSecond: number;
  /** How many requests were due until it stopped, and of these how many were sent. */
  meant: number;
  sent: number;
  /** How many connections that took. */
  connections: number;
  /** Resolves when each that was sent has ended, its time counted from when it was due. */
  ended: Promise<Ended[]>;
};

/** So many requests a second whether or not the others are answered; resolves when the last one is sent. */
export async function sendOpenLoop(agents: Agents, perSecond: number, seconds: number): Promise<OpenLoop> {
  const ended: Ended[] = [];
  const idle: Connection[] = [];
  const all: Connection[] = [];
  const underWay = new Set<Promise<void>>();
  const ask = (connection: Connection, turn: number, since: number): void => {
    const { client, person } = connection;
    const sent = send(client, agents, { person, turn, since }).then(end => {
      ended.push(end);
      idle.push(connection);
      underWay.delete(sent);
    });
    underWay.add(sent);
  };
  const begun = performance.now();
  const meant = Math.floor(perSecond * seconds);
  let sent = 0;
  for (let turn = 0; turn < meant; await setTimeout(tick)) {
    const due = Math.min(meant, ((performance.now() - begun) / 1000) * perSecond);
    for (; turn < due; turn++) {
      const connection = idle.pop() ?? connectAnew(agents.url, all);
      if (!connection) continue;
      ask(connection, turn, begun + (turn / perSecond) * 1000);
      sent++;
    }
  }
  const finish = async (): Promise<Ended[]> => {
    await Promise.all(underWay);
    await Promise.all(all.map(({ client }) => client.close()));
    return ended;
  };
  return { perSecond, meant, sent, connections: all.length, ended: finish() };
}

type Connection = { client: Client; person: number };

function connectAnew(url: string, all: Connection[]): Connection | undefined {
  if (all.length === mostConnections) return undefined;
  const client = new Client(url, { connect: { timeout: patience }, headersTimeout: patience });
  const made = { client, person: all.length };
  all.push(made);
  return made;
}
