import type { z } from 'zod';
import type { AnswerOf, Difference, FieldError, Operations, Role } from '#contract';
import { parseJson } from '#contract/json';
import { stringifySearch } from './address.ts';
import { ApiError, NetworkError } from './api-errors.ts';
import { learnAllowed } from './connection/allowed.ts';
import { type Links, parseLinks } from './connection/link-header.ts';
import { outlivePage } from './connection/outlive-page.ts';
import { type Outage, outageOf, whileReachable } from './connection/reachability.ts';
import { whileSignedIn } from './connection/session-hold.ts';
import { watchSilence } from './connection/silence.ts';

/** A request line of the contract: `'GET /tickets/{ticket_id}'`. */
export type RequestLine = keyof Operations;

/** The query an operation takes, as it is written in an address: names and text, which the server judges. */
export type QueryOf<Line extends RequestLine> = {
  readonly [Name in keyof z.input<Operations[Line]['query']>]?: string;
};

type BodyOf<Line extends RequestLine> = Operations[Line]['body'] extends z.ZodType
  ? { body: z.input<Operations[Line]['body']> }
  : { body?: never };
type ParamsOf<Line extends RequestLine> = Line extends `${string}{${string}`
  ? { params: z.input<Operations[Line]['params']> }
  : { params?: never };

/** What a call is given besides its request line. */
export type CallOptions<Line extends RequestLine> = ParamsOf<Line> &
  BodyOf<Line> & {
    query?: QueryOf<Line>;
    /** Only while the thing still has this version, or one of these (If-Match); otherwise a 412. */
    ifVersion?: number | readonly number[];
    /** Lets a POST be sent again without being done again. */
    idempotencyKey?: string;
    signal?: AbortSignal;
  };

/** A successful answer. `total` is set where `count=true` was asked. */
export type Answer<Body> = {
  body: Body;
  links: Links;
  etag: string | null;
  total: Total | null;
};

/** How many there are in all; beyond what the server cares to count, `exact` is false. */
export type Total = { count: number; exact: boolean };

/** Who is signed in, as the bff tells. */
export type Session =
  | { signed_in: false }
  | {
      signed_in: true;
      person: SignedInPerson;
      expires_at: string;
      csrf: Record<string, string>;
      /** Base of the API for other programs, without a trailing slash and without /v1. */
      api_url: string;
    };
export type SignedInPerson = { id: string; name: string; email: string; role: Role };

/**
 * Carries out one operation of the API. When the session turns out to be over it waits, and is done once the person is back.
 * When the desk cannot be reached, what does no harm twice waits until it can: reading, replacing, deleting, and writes
 * with `ifVersion` or `idempotencyKey`. Of a write whose first answer got lost, a 412 may speak of what it did itself.
 *
 * @throws {ApiError} what the server refuses
 * @throws {NetworkError} when no answer came
 */
export async function call<Line extends RequestLine>(
  line: Line,
  options: CallOptions<Line>,
): Promise<Answer<AnswerOf<Operations[Line]>>> {
  const { params, query, body, ifVersion, idempotencyKey, signal } = options;
  const [method = '', path = ''] = line.split(' ');
  const address = `/api${fillIn(path, params ?? {})}${stringifySearch(query ?? {})}`;
  const request = {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(ifVersion !== undefined && { 'If-Match': [ifVersion].flat().map(tagOf).join(', ') }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  };
  let sent = 0;
  const attempt = (): Promise<Received> => {
    sent++;
    return send(address, request);
  };
  const repeatable = idempotent.includes(method) || ifVersion !== undefined || idempotencyKey !== undefined;
  const received = await whileReachable(() => whileSignedIn(attempt, signal), { repeatable, signal });
  learnAllowed(path, received.headers.get('Allow'));
  const isDone = received.ok || (method === 'DELETE' && sent > 1 && received.status === 410);
  if (!isDone) throw readError(received);
  return {
    body: (received.ok && received.status !== 204 ? parseJson(received.text) : null) as AnswerOf<Operations[Line]>,
    links: parseLinks(received.headers.get('Link')),
    etag: received.headers.get('ETag'),
    total: readTotal(received.headers),
  };
}

const tagOf = (version: number): string => `"${version}"`;

/** Methods that do no more when they are done twice (RFC 9110, 9.2.2). */
const idempotent = ['GET', 'PUT', 'DELETE'];

/** Asks the bff who is signed in. @throws {ApiError} {NetworkError} */
export const readSession = async (signal?: AbortSignal): Promise<Session> =>
  readBody(await send('/session', { signal: signal ?? null }));

/** As {@link readSession}, once the desk can be reached. @throws {ApiError} {NetworkError} */
export const waitForSession = async (signal?: AbortSignal): Promise<Session> =>
  readBody(await whileReachable(() => send('/session', { signal: signal ?? null }), { repeatable: true, signal }));

/** How long, in milliseconds, a sign of life may take. */
const lookMilliseconds = 8000;

/** Whether the desk can be reached, the API behind it included: `/session` asks that who is signed in. */
export const look = async (): Promise<Outage | null> =>
  outageOf(
    await send('/session', { signal: AbortSignal.timeout(lookMilliseconds) }).catch(cause => new NetworkError(cause)),
  );

/** Ends the session; answers the address that ends the authorization server's own too. @throws {ApiError} {NetworkError} */
export const endSession = async (): Promise<string> =>
  readBody<{ redirect_to: string }>(await send('/logout', { method: 'POST' })).redirect_to;

function readBody<Body>(received: Received): Body {
  if (!received.ok) throw readError(received);
  return JSON.parse(received.text) as Body;
}

const fillIn = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** An answer that has arrived whole. */
type Received = { ok: boolean; status: number; statusText: string; headers: Headers; text: string };

/** Sends a request with the header that no other site's page can send. An answer that breaks off counts as none. */
async function send(address: string, init: RequestInit): Promise<Received> {
  const headers = { Accept: 'application/json', 'X-CSRF': '1', ...init.headers };
  const silence = watchSilence(async () => (await look()) === null);
  const signal = init.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal;
  try {
    const request: RequestInit = { ...init, signal, headers, credentials: 'same-origin', redirect: 'error' };
    const response = await outlivePage(request, each => fetch(address, each));
    const { ok, status, statusText, headers: received } = response;
    return { ok, status, statusText, headers: received, text: await response.text() };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new NetworkError(error);
  } finally {
    silence.stop();
  }
}

function readTotal(headers: Headers): Total | null {
  const count = headers.get('X-Total-Count');
  return count === null ? null : { count: Number(count), exact: headers.get('X-Total-Count-Exact') !== 'false' };
}

type WrittenError = {
  code?: number;
  message?: string;
  description?: string;
  errors?: FieldError[];
  differences?: Difference[];
};

/** Something between us and the service may answer with anything but its error shape: then the status speaks alone. */
function readError({ status, statusText, headers, text }: Received): ApiError {
  const written = readWritten(text);
  return new ApiError({
    status,
    code: written.code ?? status * 100,
    message: written.message ?? (statusText || `Status ${status}`),
    description: written.description ?? null,
    errors: written.errors ?? [],
    differences: written.differences ?? [],
    requestId: headers.get('X-Request-Id'),
  });
}

function readWritten(text: string): WrittenError {
  try {
    return JSON.parse(text) as WrittenError;
  } catch {
    return {};
  }
}
