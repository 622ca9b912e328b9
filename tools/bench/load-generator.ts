import { Client } from 'undici';

/** A request of the load, with its expected status. */
export type LoadRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** The expected status; any other aborts the measurement. */
  status: number;
};

/** The requests per second of one round, and the milliseconds of each request. */
export type LoadRound = { perSecond: number; milliseconds: number[] };

/** Keep-alive connections to one server. */
export type LoadGenerator = {
  /** Sends requests over all connections at the same time, one after the other on each. */
  send(createRequest: (requestIndex: number) => LoadRequest, seconds: number): Promise<LoadRound>;
  close(): Promise<void>;
};

/**
 * Creates a load generator for one server. It uses undici's lowest-level interface and discards bodies, because the
 * cost of the client reduces measured differences. The event loop never sleeps while the generator sends.
 */
export function createLoadGenerator(url: string, connections: number): LoadGenerator {
  const clients = Array.from({ length: connections }, () => new Client(url));
  return {
    async send(createRequest, seconds) {
      const milliseconds: number[] = [];
      const startedAt = performance.now();
      const until = startedAt + seconds * 1000;
      let requestIndex = 0;
      const sendRepeatedly = async (client: Client) => {
        while (performance.now() < until) milliseconds.push(await send(client, createRequest(requestIndex++)));
      };
      const stopBusyLoop = keepEventLoopBusy();
      await Promise.all(clients.map(sendRepeatedly)).finally(stopBusyLoop);
      return { perSecond: (milliseconds.length / (performance.now() - startedAt)) * 1000, milliseconds };
    },
    async close() {
      await Promise.all(clients.map(client => client.close()));
    },
  };
}

/** Resolves with the milliseconds from the request to the last byte of the response. */
const send = (client: Client, { status, headers, body, ...request }: LoadRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let receivedStatus = 0;
    client.dispatch(
      { ...request, headers: headers ?? {}, body: body ?? null },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          receivedStatus = statusCode;
        },
        onResponseData() {},
        onResponseEnd() {
          if (receivedStatus === status) resolve(performance.now() - startedAt);
          else reject(new Error(`${request.method} ${request.path} returned ${receivedStatus} instead of ${status}.`));
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });

/**
 * Keeps the event loop busy until the returned function is called. Otherwise the client sleeps while it waits for a
 * slow server. Waking the client costs that server up to a third of the time for a small response.
 */
export function keepEventLoopBusy(): () => void {
  let immediate = setImmediate(iterate);
  function iterate(): void {
    immediate = setImmediate(iterate);
  }
  return () => clearImmediate(immediate);
}
