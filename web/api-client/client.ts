import type { z } from 'zod';
import type { FieldDifference, FieldError, Operations, ResponseOf, Role } from '#contract';
import { parseJson } from '#contract/json';
import { storeAllowedMethods } from './connection/allowed-methods.ts';
import { type Links, parseLinks } from './connection/link-header.ts';
import { sendWhenReachable } from './connection/reachability.ts';
import { type RawResponse, send, type TextResponse } from './connection/send.ts';
import { storeServerTime } from './connection/server-clock.ts';
import { sendWhenSignedIn } from './connection/session-hold.ts';
import { ApiError } from './errors.ts';
import { stringifySearch } from './search-params.ts';

/** Method and path of an operation in the contract: `'GET /tickets/{ticket_id}'`. */
export type RequestLine = keyof Operations;

/** Query parameters of an operation, as text; the server validates them. */
export type QueryOf<Line extends RequestLine> = {
  readonly [Name in keyof z.input<Operations[Line]['query']>]?: string;
};

type BodyOf<Line extends RequestLine> = Operations[Line]['body'] extends z.ZodType
  ? { body: z.input<Operations[Line]['body']> }
  : { body?: never };
type ParamsOf<Line extends RequestLine> = Line extends `${string}{${string}`
  ? { params: z.input<Operations[Line]['params']> }
  : { params?: never };

/** The parts of a request other than its request line. */
export type CallOptions<Line extends RequestLine> = ParamsOf<Line> &
  BodyOf<Line> & {
    query?: QueryOf<Line>;
    /** Fails with 412 unless the resource has this version, or one of these versions (If-Match). */
    ifVersion?: number | readonly number[];
    /** Makes retries of a POST safe. */
    idempotencyKey?: string;
    /** False if the request must not run twice, for example because it sends a mail. See `call`. */
    repeatable?: false;
    signal?: AbortSignal;
  };

/** A successful response. `total` is set for requests with `count=true`. */
export type ClientResponse<Body> = {
  body: Body;
  links: Links;
  etag: string | null;
  total: TotalCount | null;
};

/** Number of items in all pages; `exact` is false beyond the server's counting limit. */
export type TotalCount = { count: number; exact: boolean };

/** The response of GET /session. */
export type SessionInfo =
  | { signed_in: false }
  | {
      signed_in: true;
      person: SessionPerson;
      expires_at: string;
      /** The header that the bff requires against CSRF. */
      csrf: Record<string, string>;
      /** Base URL of the API for other clients, without a trailing slash and without /v1. */
      api_url: string;
    };
export type SessionPerson = { id: string; name: string; email: string; role: Role };

/**
 * Calls one operation of the API. If the session has ended, the call waits until the user signs in again. While the
 * desk is unreachable, repeatable requests wait: GET, PUT, DELETE, and writes with `ifVersion` or `idempotencyKey`. All
 * other requests, and those with `repeatable: false`, wait and are repeated only after a 503 or a 429 for the rate
 * limit, because the server has not processed them. If the response to a write was lost, the repeated write may get a
 * 412 because of its own first attempt.
 *
 * @throws {ApiError} if the server rejects the request
 * @throws {NetworkError} if no response arrives
 * @throws the signal's reason if it is aborted
 */
export async function call<Line extends RequestLine>(
  line: Line,
  options: CallOptions<Line>,
): Promise<ClientResponse<ResponseOf<Operations[Line]>>> {
  const received = await sendCall(line, options);
  return {
    body: (received.ok && received.status !== 204 ? parseJson(received.text) : null) as ResponseOf<Operations[Line]>,
    links: parseLinks(received.headers.get('Link')),
    etag: received.headers.get('ETag'),
    total: readTotal(received.headers),
  };
}

/** Reads a file of the API as bytes. Waits and throws like `call`. */
export const callForBytes = async <Line extends RequestLine>(
  line: Line,
  options: CallOptions<Line>,
): Promise<Uint8Array<ArrayBuffer>> => (await sendCall(line, options, { accept: '*/*' })).bytes;

/** Reads the headers of a file (HEAD). Waits and throws like `call`. */
export async function callForHeaders<Line extends RequestLine>(
  line: Line & `GET ${string}`,
  options: CallOptions<Line>,
): Promise<Headers> {
  try {
    return (await sendCall(line, options, { accept: '*/*', method: 'HEAD' })).headers;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The response to a HEAD request has no body that explains the error.
    return (await sendCall(line, options, { accept: '*/*' })).headers;
  }
}

async function sendCall<Line extends RequestLine>(
  line: Line,
  options: CallOptions<Line>,
  { accept = 'application/json', method = line.split(' ')[0] ?? '' } = {},
): Promise<RawResponse> {
  const { params, query, body, ifVersion, idempotencyKey, signal, repeatable: mayRepeat = true } = options;
  const path = line.split(' ')[1] ?? '';
  const url = `/api${fillPathParams(path, params ?? {})}${stringifySearch(query ?? {})}`;
  const request = {
    method,
    headers: {
      Accept: accept,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(ifVersion !== undefined && { 'If-Match': [ifVersion].flat().map(formatETag).join(', ') }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  };
  let sent = 0;
  const attempt = (): Promise<RawResponse> => {
    sent++;
    return send(url, request);
  };
  const isSafe = idempotentMethods.includes(method) || ifVersion !== undefined || idempotencyKey !== undefined;
  const repeatable = isSafe && mayRepeat;
  const received = await sendWhenReachable(() => sendWhenSignedIn(attempt, signal), { repeatable, signal });
  storeAllowedMethods(path, received.headers.get('Allow'));
  storeServerTime(received.headers.get('Date'));
  // If a repeated DELETE gets 410, an earlier attempt may have deleted the resource.
  const isSuccess = received.ok || (method === 'DELETE' && sent > 1 && received.status === 410);
  if (!isSuccess) throw readError(received);
  return received;
}

const formatETag = (version: number): string => `"${version}"`;

/** Idempotent methods in use (RFC 9110, 9.2.2). */
const idempotentMethods = ['GET', 'HEAD', 'PUT', 'DELETE'];

/**
 * Reads the session, without waiting for an unreachable desk.
 *
 * @throws {ApiError} {NetworkError}
 * @throws the signal's reason if it is aborted
 */
export const fetchSession = async (signal?: AbortSignal): Promise<SessionInfo> =>
  readBody(await send('/session', { signal: signal ?? null }));

/**
 * Reads the session as soon as the desk is reachable.
 *
 * @throws {ApiError} {NetworkError}
 * @throws the signal's reason if it is aborted
 */
export const waitForSession = async (signal?: AbortSignal): Promise<SessionInfo> =>
  readBody(await sendWhenReachable(() => send('/session', { signal: signal ?? null }), { repeatable: true, signal }));

/**
 * Ends the session. Returns the URL that also ends the authorization server's session.
 * @throws {ApiError} {NetworkError}
 */
export const postLogout = async (): Promise<string> =>
  readBody<{ redirect_to: string }>(await send('/logout', { method: 'POST' })).redirect_to;

function readBody<Body>(received: RawResponse): Body {
  if (!received.ok) throw readError(received);
  return JSON.parse(received.text) as Body;
}

const fillPathParams = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

function readTotal(headers: Headers): TotalCount | null {
  const count = headers.get('X-Total-Count');
  return count === null ? null : { count: Number(count), exact: headers.get('X-Total-Count-Exact') !== 'false' };
}

type ErrorBody = {
  code?: number;
  message?: string;
  description?: string;
  errors?: FieldError[];
  differences?: FieldDifference[];
};

/** Reads an API error. A body that a proxy wrote may lack all fields, or may not be a JSON object. */
export function readError({ status, statusText, headers, text }: TextResponse): ApiError {
  const body = parseErrorBody(text);
  return new ApiError({
    status,
    code: body.code ?? status * 100,
    message: body.message ?? (statusText || `Status ${status}`),
    description: body.description ?? null,
    errors: body.errors ?? [],
    differences: body.differences ?? [],
    requestId: headers.get('X-Request-Id'),
  });
}

function parseErrorBody(text: string): ErrorBody {
  try {
    return Object(JSON.parse(text)) as ErrorBody;
  } catch {
    return {};
  }
}
