import type { IncomingHttpHeaders } from 'node:http';

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

/** Fields of one connection (RFC 9110, 7.6.1). */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** What the API may not decide for the bff's own origin, besides everything Access-Control. */
const kept = new Set([
  ...hopByHop,
  'set-cookie',
  'alt-svc',
  'clear-site-data',
  'content-security-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'server',
  'strict-transport-security',
  'x-powered-by',
]);

/** The header fields of the request to the API. */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  accessToken: string,
  requestId: string,
): Record<string, string> {
  const fields: Record<string, string> = { authorization: `Bearer ${accessToken}`, 'x-request-id': requestId };
  for (const name of passed) {
    const value = headers[name];
    if (value !== undefined) fields[name] = String(value);
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

type Fields = Record<string, string | string[]>;

/** The header fields of the answer to the browser: all the API sent but what is the bff's to say. */
export function answerHeaders(headers: IncomingHttpHeaders, rewrite: Rewrite): Fields {
  const named = new Set(headers.connection?.toLowerCase().split(/\s*,\s*/));
  const fields: Fields = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || kept.has(name) || named.has(name) || name.startsWith('access-control-')) continue;
    fields[name] = value;
  }
  if (headers.link !== undefined) fields['link'] = rewrite.link(String(headers.link));
  if (headers.location !== undefined) {
    delete fields['location'];
    const location = rewrite.location(headers.location);
    if (location !== null) fields['location'] = location;
  }
  return fields;
}
