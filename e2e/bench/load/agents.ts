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
export type Session = Record<string, string>;

/** Whom the load comes from: people who are signed in at one address, and what they have read so far. */
export type Agents = { url: string; sessions: readonly Session[]; tickets: number; tags: Map<string, string> };

/** What is asked: by whom, what in turn, and since when an answer is waited for, if not from now on. */
type Turn = { person: number; turn: number; since?: number };

/** Every connection asks the next thing when the last is answered, for so many seconds. */
export async function work(agents: Agents, connections: number, seconds: number): Promise<Ended[]> {
  const ended: Ended[] = [];
  const until = performance.now() + seconds * 1000;
  let turn = 0;
  const clients = Array.from({ length: connections }, () => new Client(agents.url));
  const goOn = async (client: Client, person: number) => {
    while (performance.now() < until) ended.push(await send(client, agents, { person, turn: turn++ }));
  };
  await Promise.all(clients.map(goOn));
  await Promise.all(clients.map(client => client.close()));
  return ended;
}

/** Asks one thing; resolves however it ends. */
export function send(
  client: Client,
  agents: Agents,
  { person, turn, since = performance.now() }: Turn,
): Promise<Ended> {
  const asked = askedIn(turn, agents.tickets);
  return new Promise(resolve => {
    let [status, retryAfter]: [number, string | undefined] = [0, undefined];
    const end = (): void => resolve({ kind: asked.kind, status, milliseconds: performance.now() - since, retryAfter });
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
