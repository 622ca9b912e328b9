import { Client } from 'undici';
import type { SessionHeaders, SignedInClients } from '../../../e2e/sign-in-by-request.ts';
import { createMixRequest, type MixRequest, type RequestKind } from './request-mix.ts';

/** The result of a request; status 0 means no response. */
export type RequestResult = {
  kind: RequestKind;
  status: number;
  milliseconds: number;
  /** The Retry-After header of the response. */
  retryAfter: string | undefined;
};

/** The clients that generate the load. They have sessions at one URL, and the ETags that they have received. */
export type LoadClients = SignedInClients & { tickets: number; etags: Map<string, string> };

/** The session and the number of a request. `since` is the start of its duration, now by default. */
type PlannedRequest = { sessionIndex: number; requestIndex: number; since?: number };

/** Sends requests one after the other on every connection for some seconds. */
export async function runClients(
  loadClients: LoadClients,
  connections: number,
  seconds: number,
): Promise<RequestResult[]> {
  const results: RequestResult[] = [];
  const until = performance.now() + seconds * 1000;
  let requestIndex = 0;
  const clients = Array.from({ length: connections }, () => new Client(loadClients.url));
  const run = async (client: Client, sessionIndex: number) => {
    while (performance.now() < until)
      results.push(await sendMeasured(client, loadClients, { sessionIndex, requestIndex: requestIndex++ }));
  };
  await Promise.all(clients.map(run));
  await Promise.all(clients.map(client => client.close()));
  return results;
}

/** Sends one request; never rejects. */
export function sendMeasured(
  client: Client,
  loadClients: LoadClients,
  { sessionIndex, requestIndex, since = performance.now() }: PlannedRequest,
): Promise<RequestResult> {
  const planned = createMixRequest(requestIndex, loadClients.tickets);
  return new Promise(resolve => {
    let [status, retryAfter]: [number, string | undefined] = [0, undefined];
    const finish = (): void =>
      resolve({ kind: planned.kind, status, milliseconds: performance.now() - since, retryAfter });
    const { method, path, body = null } = planned;
    client.dispatch(
      { method, path, body, headers: createHeaders(planned, loadClients, sessionIndex) },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode, headers) {
          status = statusCode;
          retryAfter = headers['retry-after']?.toString();
          if (status === 200 && planned.conditional) loadClients.etags.set(path, String(headers['etag']));
        },
        onResponseData() {},
        onResponseEnd: finish,
        onResponseError() {
          status = 0;
          finish();
        },
      },
    );
  });
}

function createHeaders(
  { path, conditional, headers }: MixRequest,
  { sessions, etags }: LoadClients,
  sessionIndex: number,
): SessionHeaders {
  const etag = conditional && etags.get(path);
  return { ...sessions[sessionIndex % sessions.length], ...headers, ...(etag && { 'if-none-match': etag }) };
}
