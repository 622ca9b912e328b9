import assert from 'node:assert/strict';
import { parseJson } from '#contract/json';
import { clientEndpoints } from '../../oauth/endpoints.ts';

/** A response of the authorization server. */
export type OAuthResponse = { status: number; headers: Headers; text: string };

/**
 * Asserts a status from 200 to 499 and one of five kinds of response. It is an uncacheable page that cannot be framed,
 * a redirect to one of `redirects`, JSON, a style sheet, or an empty body. A JSON error has the service's members, at
 * client endpoints also those of OAuth.
 */
export const expectOAuthResponse = (response: OAuthResponse, redirects: readonly string[], request: string): void => {
  const { status, headers, text } = response;
  const context = `${JSON.stringify(request.slice(0, 2000))} → ${status} ${headers.get('location') ?? ''} ${text.slice(0, 300)}`;
  assert.ok(status >= 200 && status < 500, context);
  const location = headers.get('location');
  assert.equal(location !== null, status >= 300 && status < 400 && status !== 304, context);
  const type = headers.get('content-type') ?? '';
  if (location !== null)
    assert.ok(
      redirects.some(url => redirectsTo(location, url)),
      context,
    );
  else if (status === 204 || status === 304 || request.startsWith('HEAD ')) assert.equal(text, '', context);
  else if (type.startsWith('text/html')) expectPage(response, context);
  else if (type.startsWith('application/json')) expectJson(response, request, context);
  else assert.ok(status === 200 && (text === '' || type.startsWith('text/css')), context);
};

/** Returns whether a location is `url` with any query or fragment, or below it. */
const redirectsTo = (location: string, url: string): boolean =>
  location === url ||
  location.startsWith(`${url}?`) ||
  location.startsWith(`${url}#`) ||
  (url.endsWith('/') && location.startsWith(url));

/** The only script of pages. */
const passkeyScript = /<script src="[^"<]*\/oauth\/assets\/passkeys\.js\?v=\w+" defer><\/script>/;

const expectPage = ({ headers, text }: OAuthResponse, context: string): void => {
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'self';.* frame-ancestors 'none'$/, context);
  assert.equal(headers.get('cache-control'), 'no-store', context);
  assert.match(text, /<h1>/, context);
  assert.doesNotMatch(text.replace(passkeyScript, ''), /<script/i, context);
};

const expectJson = ({ status, text }: OAuthResponse, request: string, context: string): void => {
  const body: Record<string, unknown> = Object(parseJson(text));
  if (status < 400) return;
  const standard = ['code', 'message', 'description'];
  const [, path = ''] = /^(?:[A-Z]+ )?([^ ?]+)/.exec(request) ?? [];
  // Node's parser rejects a request before its path is known.
  const isParsed = !/^The request (is malformed|headers are too large|was not received in time)/.test(
    String(body['description']),
  );
  const isForClients = clientEndpoints.includes(path) && isParsed;
  const names = isForClients || body['error'] !== undefined ? ['error', 'error_description', ...standard] : standard;
  assert.deepEqual(Object.keys(body), names, context);
  assert.equal(Math.floor(Number(body['code']) / 100), status, context);
  for (const name of names) assert.equal(typeof body[name], name === 'code' ? 'number' : 'string', context);
};
