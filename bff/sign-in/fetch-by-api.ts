import type { CustomFetch } from 'openid-client';
import type { ApiConnection } from '../upstream/api-connection.ts';
import { OAuthFailure } from './oauth-failure.ts';

/**
 * A fetch for the library that reaches the issuer's public addresses by the bff's own way to the API, and nothing else:
 * in a deployment apart the public name may not even resolve from here.
 */
export function fetchByApi(api: ApiConnection, apiPublicUrl: string): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    if (!url.startsWith(`${apiPublicUrl}/`)) throw new OAuthFailure('outage', 'foreign_endpoint');
    const answer = await api.dispatcher.request({
      path: api.pathOf(url.slice(apiPublicUrl.length)),
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      body: body?.toString() ?? null,
      signal: signal ?? null,
    });
    const fields = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(await answer.body.text(), { status: answer.statusCode, headers: fields });
  };
}
