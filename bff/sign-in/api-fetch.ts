import type { CustomFetch } from 'openid-client';
import type { ApiPool } from '../upstream/api-pool.ts';
import { OAuthFailure } from './oauth-failure.ts';

/**
 * Creates a fetch function that maps public URLs to the bff's connections to the API. The public host name may not
 * resolve on the bff's network. Requests for other URLs are rejected.
 */
export function createApiFetch(api: ApiPool, apiPublicUrl: string): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    if (!url.startsWith(`${apiPublicUrl}/`)) throw new OAuthFailure('outage', 'foreign_endpoint');
    const response = await api.dispatcher.request({
      path: api.resolvePath(url.slice(apiPublicUrl.length)),
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      body: body?.toString() ?? null,
      signal: signal ?? null,
    });
    const fields = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(await response.body.text(), { status: response.statusCode, headers: fields });
  };
}
