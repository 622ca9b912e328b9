import type { z } from 'zod';
import type { AnswerOf, Difference, FieldError, Operations, Role } from '#contract';
import { parseJson } from '#contract/json';
import { stringifySearch } from './address.ts';
import { learnAllowed } from './allowed.ts';
import { ApiError, NetworkError } from './api-errors.ts';
import { type Links, parseLinks } from './link-header.ts';
import { outlivePage } from './outlive-page.ts';
import { whileSignedIn } from './session-hold.ts';

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
    /** Only while the thing still has this version (If-Match); otherwise a 412. */
    ifVersion?: number;
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
type Total = { count: number; exact: boolean };

/** Who is signed in, as the bff tells. */
export type Session =
  | { signed_in: false }
  | { signed_in: true; person: SignedInPerson; expires_at: string; csrf: Record<string, string> };
export type SignedInPerson = { id: string; name: string; email: string; role: Role };

/**
 * Carries out one operation of the API. When the session turns out to be over it waits, and is done once the person is back.
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
      ...(ifVersion !== undefined && { 'If-Match': `"${ifVersion}"` }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  };
  const response = await whileSignedIn(() => send(address, request), signal);
  learnAllowed(path, response.headers.get('Allow'));
  if (!response.ok) throw await readError(response);
  return {
    body: (response.status === 204 ? null : parseJson(await response.text())) as AnswerOf<Operations[Line]>,
    links: parseLinks(response.headers.get('Link')),
    etag: response.headers.get('ETag'),
    total: readTotal(response.headers),
  };
}

/** Asks the bff who is signed in. @throws {ApiError} {NetworkError} */
export async function readSession(signal?: AbortSignal): Promise<Session> {
  const response = await send('/session', { signal: signal ?? null });
  if (!response.ok) throw await readError(response);
  return (await response.json()) as Session;
}

/** Ends the session; answers the address that ends the authorization server's own too. @throws {ApiError} {NetworkError} */
export async function endSession(): Promise<string> {
  const response = await send('/logout', { method: 'POST' });
  if (!response.ok) throw await readError(response);
  return ((await response.json()) as { redirect_to: string }).redirect_to;
}

const fillIn = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** Every request carries the header that no other site's page can send. */
async function send(address: string, init: RequestInit): Promise<Response> {
  const headers = { Accept: 'application/json', 'X-CSRF': '1', ...init.headers };
  try {
    const request: RequestInit = { ...init, headers, credentials: 'same-origin', redirect: 'error' };
    return await outlivePage(request, each => fetch(address, each));
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new NetworkError(error);
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
async function readError(response: Response): Promise<ApiError> {
  const written = (await response.json().catch(() => ({}))) as WrittenError;
  return new ApiError({
    status: response.status,
    code: written.code ?? response.status * 100,
    message: written.message ?? (response.statusText || `Status ${response.status}`),
    description: written.description ?? null,
    errors: written.errors ?? [],
    differences: written.differences ?? [],
    requestId: response.headers.get('X-Request-Id'),
  });
}
