import { Router } from 'express';
import { dated } from './dates/read-date.ts';
import type { ApiDates } from './dates/registry.ts';
import { readPretty } from './parameters.ts';
import { readOnly } from './read-only.ts';
import { writeJson } from './representation.ts';

/** `GET /v1`: where everything is. */
export const indexOfV1 = (publicUrl: string, dates: ApiDates): Router =>
  Router().all('/', dated(dates), readOnly, async (request, response) => {
    const pretty = readPretty(request.originalUrl);
    const at = (path: string) => `${publicUrl}${path}`;
    const links = {
      tickets: at('/v1/tickets'),
      recently_closed: at('/v1/tickets/recently_closed'),
      gists: at('/v1/gists'),
      starred_gists: at('/v1/gists/starred'),
      views: at('/v1/views'),
      events: at('/v1/events'),
      people: at('/v1/people'),
      me: at('/v1/people/me'),
      rate_limit: at('/v1/rate_limit'),
      docs: at('/v1/docs'),
      openapi: at('/v1/openapi.json'),
      authorize: at('/oauth/authorize'),
      token: at('/oauth/token'),
    };
    response.setHeader('Cache-Control', 'no-cache');
    await writeJson(request, response, links, { pretty });
  });
