import type { Role } from '#contract/enums';
import type { FieldDifference, FieldError } from '#contract/errors';
import { parseJson } from '#contract/json';
import type { ConformanceCheck } from './conformance.ts';

/** Optional members of an error body. */
type ErrorMembers = { code?: number; errors?: FieldError[]; differences?: FieldDifference[] };

export type ApiResponse<Body = unknown> = {
  status: number;
  headers: Headers;
  text: string;
  body: Body & ErrorMembers;
  /** URLs of the Link header, by rel. */
  links: Record<string, string>;
};

/** A request body; a stream is sent without Content-Length. */
export type RequestContent = NonNullable<RequestInit['body']>;

type Call = {
  /** The role whose token is sent; default agent, null for no token. */
  as?: Role | null;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged. */
  text?: RequestContent;
  type?: string;
};

/** Sends a request to one API. */
export type CallApi = <Body = unknown>(method: string, path: string, call?: Call) => Promise<ApiResponse<Body>>;

/** Sends one request and checks the response against the OpenAPI document. Does not follow redirects. */
export const request = async <Body>(
  { url, tokens, conforms }: { url: string; tokens: Record<Role, string>; conforms: ConformanceCheck },
  method: string,
  path: string,
  { as = 'agent', headers = {}, body, text, type = 'application/json' }: Call = {},
): Promise<ApiResponse<Body>> => {
  const content = text ?? (body === undefined ? null : JSON.stringify(body));
  const sentHeaders = new Headers({
    // Compression costs as much as the rest of a request, so only the tests of compression request it.
    'Accept-Encoding': 'identity',
    ...(as !== null && { Authorization: `Bearer ${tokens[as]}` }),
    ...(content !== null && { 'Content-Type': type }),
    ...headers,
  });
  const init = { method, redirect: 'manual', body: content, duplex: 'half', headers: sentHeaders } as const;
  const response = await fetch(new URL(path, url), init);
  const received = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && received !== '';
  const parsed: unknown = isJson ? parseJson(received) : undefined;
  const { status, headers: responseHeaders } = response;
  const sent = typeof content === 'string' ? content : null;
  conforms({
    method,
    url: new URL(path, url),
    sentHeaders,
    sent,
    status,
    headers: responseHeaders,
    received: parsed,
  });
  return {
    status,
    headers: responseHeaders,
    text: received,
    body: (parsed ?? {}) as Body & ErrorMembers,
    links: parseLinks(response.headers.get('link')),
  };
};

const parseLinks = (header: string | null): Record<string, string> =>
  Object.fromEntries([...(header ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, path, rel]) => [rel, path]));
