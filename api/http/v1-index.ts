import { Router } from 'express';
import { getOnly } from './get-only.ts';
import { writeJson } from './json-response.ts';
import { readPretty } from './parameters.ts';
import { readVersionOnly } from './versions/read-version.ts';
import type { ApiVersions } from './versions/registry.ts';

/** `GET /v1`: links to every resource. */
export const v1Index = (publicUrl: string, apiVersions: ApiVersions): Router =>
  Router().all('/', readVersionOnly(apiVersions), getOnly, async (request, response) => {
    const pretty = readPretty(request.originalUrl);
    const toUrl = (path: string) => `${publicUrl}${path}`;
    const links = {
      tickets: toUrl('/v1/tickets'),
      recently_closed: toUrl('/v1/tickets/recently_closed'),
      gists: toUrl('/v1/gists'),
      starred_gists: toUrl('/v1/gists/starred'),
      views: toUrl('/v1/views'),
      events: toUrl('/v1/events'),
      people: toUrl('/v1/people'),
      me: toUrl('/v1/people/me'),
      rate_limit: toUrl('/v1/rate_limit'),
      docs: toUrl('/v1/docs'),
      openapi: toUrl('/v1/openapi.json'),
      authorize: toUrl('/oauth/authorize'),
      token: toUrl('/oauth/token'),
    };
    response.setHeader('Cache-Control', 'no-cache');
    await writeJson(request, response, links, { pretty });
  });
