import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { countRequests } from '#server/count-requests';
import { exceptProbes } from '#server/probes';
import type { Turns } from '#server/turns';
import type { Database } from './database/database.ts';
import { eventRoutes } from './events/routes.ts';
import { gistRoutes } from './gists/routes.ts';
import { movedAddresses } from './http/addresses.ts';
import { cors } from './http/cors.ts';
import type { ApiDates } from './http/dates/registry.ts';
import { docs } from './http/docs/serve-docs.ts';
import { errorWriter } from './http/error-writer.ts';
import { ApiError } from './http/errors.ts';
import { headersOfV1 } from './http/headers-of-v1.ts';
import { health } from './http/health.ts';
import { indexOfV1 } from './http/index-of-v1.ts';
import { literally } from './http/literally.ts';
import { shedLoad } from './http/load-shedding.ts';
import { mount } from './http/mount.ts';
import { openApi } from './http/openapi/serve-document.ts';
import type { FindPrincipal } from './http/principal.ts';
import { createRateLimit, type Limits } from './http/rate-limit.ts';
import { rateLimitStatus, tellLimit, tellLimitOfErrors } from './http/rate-limit-status.ts';
import type { RequestContext } from './http/request-context.ts';
import { requestId } from './http/request-id.ts';
import { requestSize } from './http/request-size.ts';
import { securityHeaders } from './http/security-headers.ts';
import { singleHeaders } from './http/single-headers.ts';
import { messageRoutes } from './messages/routes.ts';
import { createMessageStore } from './messages/store.ts';
import type { Metrics } from './metrics.ts';
import { hashPassword } from './oauth/accounts/passwords.ts';
import { endAccess, endOtherAccess } from './oauth/accounts/people-access.ts';
import type { ProvePassword } from './oauth/accounts/prove-password.ts';
import { metadataBeforePath } from './oauth/metadata-before-path.ts';
import { oauthErrors } from './oauth/oauth-errors.ts';
import { scopeWords } from './oauth/scopes.ts';
import { peopleRoutes } from './people/routes.ts';
import { findName, findPerson } from './people/store.ts';
import { ticketResource, ticketRoutes } from './tickets/routes.ts';
import { createTicketStore } from './tickets/store.ts';
import { viewRoutes } from './views/routes.ts';

/** What the api is made of. */
export type ApiParts = {
  database: Database;
  /** The authorization server: what answers its addresses, how a bearer token is looked up, and how a password is proved. */
  oauth: { handler: RequestHandler; findPrincipal: FindPrincipal; provePassword: ProvePassword };
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
  /** What `log` and the store's watch ask on behalf of whom they are told. */
  context: RequestContext;
  metrics: Metrics;
  /** API_PUBLIC_URL, without a trailing slash. */
  publicUrl: string;
  limits: Limits;
  trustProxy: number | string | false;
  /** The dates of the API. */
  dates: ApiDates;
  /** Whether the process has been told to end. */
  isEnding: () => boolean;
  turns: Turns;
};

/** The whole service as an Express application; listening and closing are main.ts's business. */
export const createApi = (parts: ApiParts): Express => {
  const { database, oauth, clock, log, context, metrics, publicUrl, limits, trustProxy, dates, isEnding, turns } =
    parts;
  const tickets = createTicketStore(database);
  const messages = createMessageStore(tickets, findName);
  const personExists = async (...asked: Parameters<typeof findPerson>) => (await findPerson(...asked)) !== null;
  const needs = { tickets, database, publicUrl, personExists };
  const routes = [
    ...ticketRoutes(needs),
    ...messageRoutes({ messages, ticket: ticketResource(needs), publicUrl }),
    ...gistRoutes({ publicUrl }),
    ...viewRoutes({ publicUrl }),
    ...eventRoutes(),
    ...peopleRoutes({ publicUrl, hashPassword, provePassword: oauth.provePassword, endAccess, endOtherAccess }),
  ];
  const { origin, pathname } = new URL(publicUrl);
  const admission = {
    findPrincipal: oauth.findPrincipal,
    rateLimit: createRateLimit(limits, database, metrics.countRefusal),
    dates,
  };

  metrics.showTurns(turns);
  const api = express.Router({ caseSensitive: true, strict: true });
  api.use('/v1', headersOfV1(dates), cors);
  api.use(shedLoad(turns, metrics));
  api.use(requestSize);
  api.use(singleHeaders);
  // First of all that answers: nearly every request is one of these, and a router that has no answer costs a turn of the event loop.
  api.use('/v1', mount(routes, { database, clock, publicOrigin: origin }, admission));
  api.use(health(database, isEnding));
  api.options('/v1/oauth/token', tellLimit(admission.rateLimit));
  api.use(oauth.handler);
  api.use('/v1', rateLimitStatus(admission));
  api.use('/v1', tellLimit(admission.rateLimit));
  api.use(movedAddresses(publicUrl));
  api.use('/v1', indexOfV1(publicUrl, dates));
  api.use('/v1', openApi({ publicUrl, scopeWords, dates }));
  api.use('/v1', docs(dates));
  api.use(noRoute);
  api.use('/v1', tellLimitOfErrors(admission.rateLimit));
  api.use(oauthErrors(log));
  api.use(errorWriter(log));

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.set('query parser', false).set('trust proxy', trustProxy);
  const prefix = pathname === '/' ? '' : pathname;
  app.use(countRequests(metrics), exceptProbes(turns.take, prefix));
  app.use(requestId(log, context));
  app.use(securityHeaders(publicUrl));
  if (prefix !== '') app.use(metadataBeforePath(pathname));
  app.use(literally(pathname), api);
  app.use(noRoute, errorWriter(log));
  return app;
};

const noRoute: RequestHandler = () => {
  throw new ApiError('no_route', 'There is nothing at this address.');
};
