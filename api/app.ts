import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { countRequests } from '#server/count-requests';
import { skipProbes } from '#server/probes';
import type { RequestQueue } from '#server/request-queue';
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
import { endAccess as revokeAccess, endOtherAccess as revokeOtherAccess } from './oauth/accounts/people-access.ts';
import type { ProvePassword } from './oauth/accounts/prove-password.ts';
import { metadataBeforePath } from './oauth/metadata-before-path.ts';
import { oauthErrors } from './oauth/oauth-errors.ts';
import { scopeWords } from './oauth/scopes.ts';
import { peopleRoutes } from './people/routes.ts';
import { findName, findPerson } from './people/store.ts';
import { ticketResource, ticketRoutes } from './tickets/routes.ts';
import { createTicketStore } from './tickets/store.ts';
import { viewRoutes } from './views/routes.ts';

/** Dependencies and settings of the application. */
export type ApiParts = {
  database: Database;
  /** The authorization server: its routes, token lookup, and password check. */
  oauth: { handler: RequestHandler; findPrincipal: FindPrincipal; provePassword: ProvePassword };
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
  /** Adds the request id to the log lines of `log` and of the store. */
  context: RequestContext;
  metrics: Metrics;
  /** API_PUBLIC_URL, without a trailing slash. */
  publicUrl: string;
  limits: Limits;
  trustProxy: number | string | false;
  dates: ApiDates;
  /** Returns whether the process is shutting down. */
  isEnding: () => boolean;
  turns: RequestQueue;
};

/** Builds the Express application; start.ts listens and closes. */
export const createApi = (parts: ApiParts): Express => {
  const { database, oauth, clock, log, context, metrics, publicUrl, limits, trustProxy, dates, isEnding, turns } =
    parts;
  const tickets = createTicketStore(database);
  const messages = createMessageStore(tickets, findName);
  const personExists = async (...args: Parameters<typeof findPerson>) => (await findPerson(...args)) !== null;
  const dependencies = { tickets, database, publicUrl, personExists };
  const routes = [
    ...ticketRoutes(dependencies),
    ...messageRoutes({ messages, ticket: ticketResource(dependencies), publicUrl }),
    ...gistRoutes({ publicUrl }),
    ...viewRoutes({ publicUrl }),
    ...eventRoutes(),
    ...peopleRoutes({
      publicUrl,
      hashPassword,
      verifyOwnPassword: oauth.provePassword,
      revokeAccess,
      revokeOtherAccess,
    }),
  ];
  const { origin, pathname } = new URL(publicUrl);
  const pipeline = {
    findPrincipal: oauth.findPrincipal,
    rateLimit: createRateLimit(limits, database, metrics.countRefusal),
    dates,
  };

  metrics.observeQueue(turns);
  const api = express.Router({ caseSensitive: true, strict: true });
  api.use('/v1', headersOfV1(dates), cors);
  api.use(shedLoad(turns, metrics));
  api.use(requestSize);
  api.use(singleHeaders);
  // First, since it handles most requests and every router that does not match costs an event-loop iteration.
  api.use('/v1', mount(routes, { database, clock, publicOrigin: origin }, pipeline));
  api.use(health(database, isEnding));
  api.options('/v1/oauth/token', tellLimit(pipeline.rateLimit));
  api.use(oauth.handler);
  api.use('/v1', rateLimitStatus(pipeline));
  api.use('/v1', tellLimit(pipeline.rateLimit));
  api.use(movedAddresses(publicUrl));
  api.use('/v1', indexOfV1(publicUrl, dates));
  api.use('/v1', openApi({ publicUrl, scopeWords, dates }));
  api.use('/v1', docs(dates));
  api.use(noRoute);
  api.use('/v1', tellLimitOfErrors(pipeline.rateLimit));
  api.use(oauthErrors(log));
  api.use(errorWriter(log));

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.set('query parser', false).set('trust proxy', trustProxy);
  const prefix = pathname === '/' ? '' : pathname;
  app.use(countRequests(metrics), skipProbes(turns.admit, prefix));
  app.use(requestId(log, context));
  app.use(securityHeaders(publicUrl));
  if (prefix !== '') app.use(metadataBeforePath(pathname));
  app.use(literally(pathname), api);
  app.use(noRoute, errorWriter(log));
  return app;
};

const noRoute: RequestHandler = () => {
  throw new ApiError('no_route', 'No resource exists at this address.');
};
