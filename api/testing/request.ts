import type { Difference, FieldError } from '#contract/errors';
import { parseJson } from '#contract/json';
import type { Role } from '#contract/vocabulary';
import type { Conformance } from './conformance.ts';

/** What an error body may hold. */
type ErrorMembers = { code?: number; errors?: FieldError[]; differences?: Difference[] };

/** An answer, its JSON read. */
export type Answer<Body = unknown> = {
  status: number;
  headers: Headers;
  text: string;
  body: Body & ErrorMembers;
  /** The addresses of the Link header by rel. */
  links: Record<string, string>;
};

/** What a request can carry; a stream is sent without its length. */
export type Sent = NonNullable<RequestInit['body']>;

/** What is asked for, and by whom. */
type Call = {
  /** Whose token is sent; an agent's unless told, null for none. */
  as?: Role | null;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  text?: Sent;
  type?: string;
};

/** Sends a request to one api. */
export type CallApi = <Body = unknown>(method: string, address: string, call?: Call) => Promise<Answer<Body>>;

/** Sends one request and reads its answer, which must be one that the OpenAPI document describes. Redirects are not followed. */
export const request = async <Body>(
  { url, tokens, conforms }: { url: string; tokens: Record<Role, string>; conforms: Conformance },
  method: string,
  address: string,
  { as = 'agent', headers = {}, body, text, type = 'application/json' }: Call = {},
): Promise<Answer<Body>> => {
  const content = text ?? (body === undefined ? null : JSON.stringify(body));
  const sentHeaders = new Headers({
    // Coded bodies cost as much as the rest of a request: tests of compression ask for them.
    'Accept-Encoding': 'identity',
    ...(as !== null && { Authorization: `Bearer ${tokens[as]}` }),
    ...(content !== null && { 'Content-Type': type }),
    ...headers,
  });
  const init = { method, redirect: 'manual', body: content, duplex: 'half', headers: sentHeaders } as const;
  const response = await fetch(new URL(address, url), init);
  const received = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && received !== '';
  const read: unknown = isJson ? parseJson(received) : undefined;
  const { status, headers: answered } = response;
  const sent = typeof content === 'string' ? content : null;
  conforms({ method, url: new URL(address, url), sentHeaders, sent, status, headers: answered, received: read });
  return {
    status,
    headers: answered,
    text: received,
    body: (read ?? {}) as Body & ErrorMembers,
    links: linksOf(response.headers.get('link')),
  };
};

const linksOf = (header: string | null): Record<string, string> =>
  Object.fromEntries([...(header ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, address, rel]) => [rel, address]));
