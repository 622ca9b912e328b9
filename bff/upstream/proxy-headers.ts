import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { createCallerHeaders } from './caller-headers.ts';

/**
 * The request headers that are forwarded to the API. An allowlist: cookies, credentials, Host, Forwarded and its
 * variants, hop-by-hop headers and unknown headers are not forwarded.
 */
const forwardedHeaders = [
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-digest',
  'content-encoding',
  'content-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'last-event-id',
  'prefer',
  'range',
  'user-agent',
  'x-api-version',
] as const;

/**
 * The response headers that are returned to the browser. An allowlist as well: the API must not set headers that affect
 * the bff's whole origin, such as cookies, policies, Clear-Site-Data and Refresh. It must not control proxies
 * (X-Accel-Redirect; X-Accel-Buffering is harmless) or reveal its software.
 */
const returnedHeaders = new Set([
  'accept',
  'accept-encoding',
  'accept-patch',
  'accept-ranges',
  'age',
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'deprecation',
  'etag',
  'expires',
  'idempotency-replayed',
  'last-modified',
  'link',
  'location',
  'preference-applied',
  'retry-after',
  'sunset',
  'vary',
  'www-authenticate',
  'x-accel-buffering',
  'x-api-version',
  'x-rate-limit-limit',
  'x-rate-limit-remaining',
  'x-rate-limit-reset',
  'x-remote-pictures',
  'x-sender-authentication',
  'x-total-count',
  'x-total-count-exact',
]);

/** Returns the hop-by-hop headers that Connection names (RFC 9110, 7.6.1). */
const getHopByHopHeaders = (connection: string | undefined): ReadonlySet<string> =>
  connection === undefined || connection === 'keep-alive' ? none : new Set(connection.toLowerCase().split(/\s*,\s*/));

const none: ReadonlySet<string> = new Set();

/** Builds the headers of the request to the API. */
export function toApiHeaders(req: Request, accessToken: string): Record<string, string> {
  const { headers } = req;
  const fields = createCallerHeaders(req, accessToken);
  const hopByHop = getHopByHopHeaders(headers.connection);
  for (const name of forwardedHeaders) {
    const value = headers[name];
    if (value !== undefined && !hopByHop.has(name)) fields[name] = String(value);
  }
  return fields;
}

/** Rewrites URLs of the API to URLs of the bff. */
export type Rewrite = { link(value: string): string; location(value: string): string | null };

/**
 * @param apiBase the base URL that the API uses in its responses
 * @param bffBase the URL that replaces it in the browser
 */
export function createRewrite(apiBase: string, bffBase: string): Rewrite {
  const isApi = (address: string) =>
    address.startsWith(apiBase) &&
    (address.length === apiBase.length || '/?#'.includes(address.charAt(apiBase.length)));
  const rewrite = (address: string) => (isApi(address) ? bffBase + address.slice(apiBase.length) : address);
  return {
    link: value => value.replace(/<([^>]*)>/g, (_whole, address: string) => `<${rewrite(address)}>`),
    location: value => (isApi(value) ? rewrite(value) : null),
  };
}

type Field = [name: string, value: string | string[]];

/** Builds the headers of the response to the browser. */
export function toBrowserHeaders(headers: IncomingHttpHeaders, rewrite: Rewrite): Field[] {
  const hopByHop = getHopByHopHeaders(headers.connection);
  const fields: Field[] = [];
  for (const name in headers) {
    if (!returnedHeaders.has(name) || hopByHop.has(name)) continue;
    const value = rewriteValue(name, headers[name], rewrite);
    if (value !== null) fields.push([name, value]);
  }
  return fields;
}

/** Removes the headers of a failed response before an error response is written. */
export function removeResponseHeaders(res: ServerResponse): void {
  if (res.headersSent) return;
  for (const name of res.getHeaderNames()) if (returnedHeaders.has(name)) res.removeHeader(name);
}

/** Rewrites the URLs in a header; null for a Location outside the API. */
function rewriteValue(name: string, value: string | string[] = '', rewrite: Rewrite): string | string[] | null {
  if (name === 'link') return rewrite.link(String(value));
  return name === 'location' ? rewrite.location(String(value)) : value;
}
