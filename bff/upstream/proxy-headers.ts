import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { callerHeaders } from './caller.ts';

/**
 * What the API gets to see of a request. A list of what passes, not of what does not: cookies, credentials, Host,
 * Forwarded and its kin, hop-by-hop fields and whatever is invented next stay here by themselves.
 */
const passed = [
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
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
 * What the browser gets to see of an answer. A list here too: what acts on the bff's whole origin (cookies, policies,
 * Clear-Site-Data, Refresh), on servers between (X-Accel-Redirect), or tells what runs behind, is not the API's to say.
 */
const told = new Set([
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
  'x-api-version',
  'x-rate-limit-limit',
  'x-rate-limit-remaining',
  'x-rate-limit-reset',
  'x-total-count',
  'x-total-count-exact',
]);

/** The fields that are of one connection because Connection names them (RFC 9110, 7.6.1). */
const namedBy = (connection: string | undefined): ReadonlySet<string> =>
  connection === undefined || connection === 'keep-alive' ? none : new Set(connection.toLowerCase().split(/\s*,\s*/));

const none: ReadonlySet<string> = new Set();

/** The header fields of the request to the API. */
export function requestHeaders(req: Request, accessToken: string): Record<string, string> {
  const { headers } = req;
  const fields = callerHeaders(req, accessToken);
  const named = namedBy(headers.connection);
  for (const name of passed) {
    const value = headers[name];
    if (value !== undefined && !named.has(name)) fields[name] = String(value);
  }
  return fields;
}

/** Rewrites addresses of the API into the bff's own. */
export type Rewrite = { link(value: string): string; location(value: string): string | null };

/**
 * @param apiBase `{base_url}` of the API as it names itself
 * @param bffBase where the same things are in the browser
 */
export function createRewrite(apiBase: string, bffBase: string): Rewrite {
  const isApi = (address: string) =>
    address.startsWith(apiBase) &&
    (address.length === apiBase.length || '/?#'.includes(address.charAt(apiBase.length)));
  const rewritten = (address: string) => (isApi(address) ? bffBase + address.slice(apiBase.length) : address);
  return {
    link: value => value.replace(/<([^>]*)>/g, (_whole, address: string) => `<${rewritten(address)}>`),
    location: value => (isApi(value) ? rewritten(value) : null),
  };
}

type Field = [name: string, value: string | string[]];

/** The header fields of the answer to the browser. */
export function answerHeaders(headers: IncomingHttpHeaders, rewrite: Rewrite): Field[] {
  const named = namedBy(headers.connection);
  const fields: Field[] = [];
  for (const name in headers) {
    if (!told.has(name) || named.has(name)) continue;
    const value = tellable(name, headers[name], rewrite);
    if (value !== null) fields.push([name, value]);
  }
  return fields;
}

/** Takes back what `answerHeaders` said of an answer that never came, before another one is written. */
export function takeBack(res: ServerResponse): void {
  if (res.headersSent) return;
  for (const name of res.getHeaderNames()) if (told.has(name)) res.removeHeader(name);
}

/** Addresses as the bff's own; null for a Location that leads elsewhere. */
function tellable(name: string, value: string | string[] = '', rewrite: Rewrite): string | string[] | null {
  if (name === 'link') return rewrite.link(String(value));
  return name === 'location' ? rewrite.location(String(value)) : value;
}
