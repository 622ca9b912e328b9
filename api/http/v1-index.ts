import { Router } from 'express';
import { operations } from '#contract/all-operations';
import { getOnly } from './get-only.ts';
import { writeJson } from './json-response.ts';
import { readPretty } from './parameters.ts';
import { readVersionOnly } from './versions/read-version.ts';
import type { ApiVersions } from './versions/registry.ts';

/** `GET /v1`: links to the entry points of the API. */
export const v1Index = (apiPublicUrl: string, apiVersions: ApiVersions): Router =>
  Router().all('/', readVersionOnly(apiVersions), getOnly, async (request, response) => {
    const pretty = readPretty(request.originalUrl);
    const toUrl = (path: string) => `${apiPublicUrl}${path}`;
    const links = {
      ...Object.fromEntries(entryPaths.map(path => [getName(path), toUrl(`/v1${path}`)])),
      rate_limit: toUrl('/v1/rate_limit'),
      docs: toUrl('/v1/docs'),
      openapi: toUrl('/v1/openapi.json'),
      authorize: toUrl('/oauth/authorize'),
      token: toUrl('/oauth/token'),
    };
    response.setHeader('Cache-Control', 'no-cache');
    await writeJson(request, response, links, { pretty });
  });

/** The paths that need no id. */
const entryPaths = operations
  .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  .map(({ path }) => path);

const getName = (path: string): string =>
  path === '/gists/starred' ? 'starred_gists' : (path.split('/').at(-1) ?? '');
