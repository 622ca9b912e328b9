import { Client } from 'undici';
import { stayAwake } from './stay-awake.ts';

/** A request that is sent again and again. */
export type Shot = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Of the answer. Any other ends the measurement. */
  status: number;
};

/** What was measured for a while. */
export type Round = { perSecond: number; milliseconds: number[] };

/** Kept connections to one server. */
export type Load = {
  /** Sends shots over all connections at once, on each the next when the last one is answered. @param turn counts the shots */
  fire(shotOf: (turn: number) => Shot, seconds: number): Promise<Round>;
  close(): Promise<void>;
};

/**
 * Makes load on a server. The bodies of answers are received and dropped by the plainest of undici's interfaces: what the
 * load costs is the same for every server, and would make them seem more alike than they are. It never sleeps while it
 * fires.
 */
export function connect(url: string, connections: number): Load {
  const clients = Array.from({ length: connections }, () => new Client(url));
  return {
    async fire(shotOf, seconds) {
      const milliseconds: number[] = [];
      const begun = performance.now();
      const until = begun + seconds * 1000;
      let turn = 0;
      const shoot = async (client: Client) => {
        while (performance.now() < until) milliseconds.push(await send(client, shotOf(turn++)));
      };
      const sleep = stayAwake();
      await Promise.all(clients.map(shoot)).finally(sleep);
      return { perSecond: (milliseconds.length / (performance.now() - begun)) * 1000, milliseconds };
    },
    async close() {
      await Promise.all(clients.map(client => client.close()));
    },
  };
}

/** Resolves with the milliseconds from the request to the last byte of its answer. */
const send = (client: Client, { status, headers, body, ...shot }: Shot): Promise<number> =>
  new Promise((resolve, reject) => {
    const begun = performance.now();
    let answered = 0;
    client.dispatch(
      { ...shot, headers: headers ?? {}, body: body ?? null },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          answered = statusCode;
        },
        onResponseData() {},
        onResponseEnd() {
          if (answered === status) resolve(performance.now() - begun);
          else reject(new Error(`${shot.method} ${shot.path} was answered ${answered}, not ${status}.`));
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
