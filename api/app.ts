import type { RequestListener } from 'node:http';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { checkMailbox } from '#contract/mailbox-checks';
import { maxMailBytes } from '#contract/mails';
import { scopeLabels } from '#contract/scope-labels';
import { countRequests } from '#server/count-requests';
import { createLoadCheck } from '#server/load-shedding';
import { skipProbes } from '#server/probes';
import type { RequestQueue } from '#server/request-queue';
import type { Uploads } from '#server/uploads';
import { attachmentRoutes } from './attachments/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { createCustomerStore } from './customers/store.ts';
import type { Database } from './database/database.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { eventRoutes } from './events/routes.ts';
import type { StreamLimits } from './events/streams/event-stream.ts';
import { createEventStreams } from './events/streams/event-streams.ts';
import type { Files } from './files/files.ts';
import { gistRoutes } from './gists/routes.ts';
import { cors, corsHeaders } from './http/cors.ts';
import { serveDocs } from './http/docs/serve-docs.ts';
import { requireSingleHeaders } from './http/duplicate-headers.ts';
import { errorWriter } from './http/error-writer.ts';
import { ApiError, overloadedError } from './http/errors.ts';
import { escapePath } from './http/escape-path.ts';
import { prepareRequest } from './http/express-request.ts';
import { healthProbes } from './http/health.ts';
import { mount } from './http/mount.ts';
import { redirectMovedUrls } from './http/moved-urls.ts';
import { serveOpenApi } from './http/openapi/serve-document.ts';
import { createRateLimit, type RateLimits } from './http/rate-limit.ts';
import { rateLimitStatus, reportRateLimit, reportRateLimitOnErrors } from './http/rate-limit-status.ts';
import { createRepresentationCache } from './http/representation-cache.ts';
import type { RequestContext } from './http/request-context.ts';
import { requestId, sendRequestId } from './http/request-id.ts';
import { checkRequestSize } from './http/request-size.ts';
import { mountHandlers, runHandlers } from './http/run-handlers.ts';
import { getSecurityHeaders, securityHeaders } from './http/security-headers.ts';
import { checkRoute } from './http/serve-check.ts';
import { getV1Headers, setV1Headers } from './http/v1-headers.ts';
import { v1Index } from './http/v1-index.ts';
import type { ApiVersions } from './http/versions/registry.ts';
import { identityProviderRoutes } from './identity-providers/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { createMailboxCheck } from './mail/check/check-mailbox.ts';
import { enqueueProcessing } from './mail/enqueue-processing.ts';
import { serveMailHooks } from './mail/hooks/serve-hooks.ts';
import { createOriginalRenderer } from './mail/original/original-renderer.ts';
import type { MailParser } from './mail/parse/mail-parser.ts';
import { createMailReceiver, createStoredMailWriter } from './mail/receive-mail.ts';
import { createHookStore } from './mailboxes/hooks.ts';
import { resumeByPerson } from './mailboxes/polling.ts';
import { mailboxResource } from './mailboxes/resource.ts';
import { mailboxRoutes } from './mailboxes/routes.ts';
import { mailResource } from './mails/resource.ts';
import { mailRoutes } from './mails/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import type { Metrics } from './metrics.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { createStreamSource } from './notifications/stream-source.ts';
import { hashPassword } from './oauth/accounts/passwords.ts';
import { clientRoutes } from './oauth/clients/client-routes.ts';
import { clientPaths } from './oauth/endpoints.ts';
import { grantRoutes } from './oauth/grants/grant-routes.ts';
import { findOwnAccess } from './oauth/grants/own-access.ts';
import { revokeAllAccess, revokeOtherAccess } from './oauth/grants/revoke-grants.ts';
import { findSignInOfGrant, revokeSignIn } from './oauth/grants/sign-ins.ts';
import type { OAuth } from './oauth/oauth.ts';
import { oauthErrors } from './oauth/oauth-errors.ts';
import { rewriteMetadataUrl } from './oauth/public-address.ts';
import { scriptTokenRoutes } from './oauth/tokens/script-token-routes.ts';
import { checkIssuer } from './oauth/upstream/upstream-client.ts';
import { personRoutes } from './people/routes.ts';
import { toPresenceEntries } from './presence/entries.ts';
import { presenceRoutes } from './presence/routes.ts';
import { createPresenceStore } from './presence/store.ts';
import { sampleRoutes } from './sample/routes.ts';
import type { Secrets } from './secrets/secrets.ts';
import { settingsRoutes } from './settings/routes.ts';
import { createStores } from './stores.ts';
import { tagRoutes } from './tags/routes.ts';
import { participantRoutes } from './tickets/participants.ts';
import { ticketResource } from './tickets/resource.ts';
import { ticketRoutes } from './tickets/routes.ts';
import { watchRoutes } from './tickets/watch.ts';
import { viewRoutes } from './views/routes.ts';

/** Dependencies and settings of the application. */
export type ApiOptions = {
  database: Database;
  files: Files;
  /** The authorization server: its routes, token lookup, and password check. */
  oauth: Pick<OAuth, 'handler' | 'clientSteps' | 'findPrincipal' | 'findAndCount' | 'checkOwnPassword'>;
  secrets: Secrets;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
  /** Adds the request id to the log lines of `log` and of the store. */
  context: RequestContext;
  metrics: Metrics;
  /** API_PUBLIC_URL, without a trailing slash. */
  apiPublicUrl: string;
  /** PUBLIC_URL, without a trailing slash. */
  deskUrl: string;
  limits: RateLimits;
  trustProxy: number | string | false;
  apiVersions: ApiVersions;
  /** Returns whether the process is shutting down. */
  isShuttingDown: () => boolean;
  requestQueue: RequestQueue;
  uploads: Uploads;
  parser: MailParser;
  /** Aborted when a shutdown stops accepting connections. This closes the streams of events. */
  shutdown: AbortSignal;
  streamLimits?: StreamLimits;
};

/** Creates the API's request listener. Operations bypass Express, whose router would double their cost. */
export const createApi = (options: ApiOptions): RequestListener => {
  const {
    database,
    files,
    oauth,
    secrets,
    clock,
    log,
    context,
    metrics,
    apiPublicUrl,
    deskUrl,
    limits,
    trustProxy,
    apiVersions,
    isShuttingDown,
    requestQueue,
    uploads,
    parser,
    shutdown,
    streamLimits,
  } = options;
  const stores = createStores({ database, files, secrets });
  const { people, tickets, messages, mailboxes, authorizations, credentials, mails, attachments, views, tags } = stores;
  const { gists, invitations, accountMails, identityProviders } = stores;
  const ticketDependencies = { tickets, people, mailboxes, database, apiPublicUrl };
  const mailbox = mailboxResource({ mailboxes, people, apiPublicUrl });
  const mailDependencies = {
    ...{ mails, files, tickets, mailbox, enqueueProcessing, apiPublicUrl },
    receiveMail: createMailReceiver({ database, files, clock, mails, mailboxes, maxBytes: maxMailBytes }),
  };
  const presence = createPresenceStore(database);
  const streamDependencies = {
    ...{ database, findPrincipal: oauth.findPrincipal, log, registry: metrics.registry },
    readPresence: async () => toPresenceEntries(await presence.list(clock())),
    notificationSource: createStreamSource(database.read, apiPublicUrl),
  };
  const eventStreams = createEventStreams({ ...streamDependencies, limits: streamLimits, shutdown });
  const routes = [
    ...ticketRoutes(ticketDependencies),
    ...participantRoutes(ticketResource(ticketDependencies)),
    ...presenceRoutes({ presence, ticket: ticketResource(ticketDependencies), clock }),
    ...watchRoutes(ticketResource(ticketDependencies)),
    ...messageRoutes({ messages, ticket: ticketResource(ticketDependencies), apiPublicUrl }),
    ...attachmentRoutes({ attachments, files, apiPublicUrl }),
    ...gistRoutes({ gists, apiPublicUrl }),
    ...viewRoutes({ views, apiPublicUrl }),
    ...tagRoutes({ tags, apiPublicUrl }),
    ...customerRoutes({ customers: createCustomerStore(), apiPublicUrl }),
    ...mailboxRoutes({ mailboxes, authorizations, people, apiPublicUrl }),
    ...mailRoutes({ ...mailDependencies, renderOriginal: createOriginalRenderer({ files, parser, mailboxes }) }),
    ...deliveryRoutes({
      ...{ tickets, mailbox, secrets, files, apiPublicUrl, deskUrl },
      mail: mailResource(mailDependencies),
      storeMail: createStoredMailWriter({ mails, mailboxes }),
      resumePolling: resumeByPerson,
    }),
    checkRoute(checkMailbox, mailbox, createMailboxCheck({ database, files, secrets, credentials, clock })),
    ...eventRoutes({ eventStreams }),
    ...notificationRoutes(apiPublicUrl),
    ...settingsRoutes(apiPublicUrl),
    ...sampleRoutes(apiPublicUrl),
    ...clientRoutes({ apiPublicUrl, clock }),
    ...grantRoutes({ apiPublicUrl, clock }),
    ...scriptTokenRoutes({ apiPublicUrl, clock }),
    ...identityProviderRoutes({ identityProviders, apiPublicUrl, discover: checkIssuer }),
    ...auditRoutes(apiPublicUrl),
    ...jobRoutes({ database, apiPublicUrl }),
    ...personRoutes({
      ...{ people, invitations, apiPublicUrl, clock },
      hashPassword,
      checkOwnPassword: oauth.checkOwnPassword,
      sessions: {
        list: async (queries, id, now) => (await findOwnAccess(queries, id, now)).signIns,
        ...{ findByGrant: findSignInOfGrant, end: revokeSignIn },
      },
      revokeAccess: revokeAllAccess,
      revokeOtherAccess,
      notifyFactorChange: accountMails.enqueueFactorNotice,
    }),
  ];
  const { origin, pathname } = new URL(apiPublicUrl);
  const pipeline = {
    findPrincipal: oauth.findPrincipal,
    findAndCount: oauth.findAndCount,
    rateLimit: createRateLimit(limits, database, metrics.countRejection),
    apiVersions,
  };

  const checks = [createLoadCheck(requestQueue, metrics, overloadedError), checkRequestSize, requireSingleHeaders];
  const prefix = pathname === '/' ? '' : pathname;
  const operations = mount(
    routes,
    { database, clock, apiPublicOrigin: origin, representationCache: createRepresentationCache(), uploads },
    pipeline,
    {
      prefix: `${prefix}/v1`,
      checks,
      context,
      headers: { ...getSecurityHeaders(apiPublicUrl), ...getV1Headers(apiVersions), ...corsHeaders },
    },
  );

  metrics.observeQueue(requestQueue);
  const api = express.Router({ caseSensitive: true, strict: true });
  api.use(rethrow);
  const headerHandlers = [sendRequestId(context), securityHeaders(apiPublicUrl)];
  const check = runChecks(checks);
  api.use(headerHandlers);
  api.use('/v1', setV1Headers(apiVersions), cors);
  api.use(check);
  api.use(healthProbes(database, isShuttingDown));
  api.options('/v1/oauth/token', reportRateLimit(pipeline.rateLimit));
  api.use(oauth.handler);
  const hooks = createHookStore(secrets);
  api.use(serveMailHooks({ database, stores, hooks, uploads, rateLimit: pipeline.rateLimit, clock, log }));
  api.use('/v1', rateLimitStatus(pipeline));
  api.use('/v1', reportRateLimit(pipeline.rateLimit));
  api.use(redirectMovedUrls(apiPublicUrl));
  api.use('/v1', v1Index(apiPublicUrl, apiVersions));
  api.use('/v1', serveOpenApi({ apiPublicUrl, scopeDescriptions: scopeLabels, apiVersions }));
  api.use('/v1', serveDocs(apiVersions));
  api.use(noRoute);
  api.use('/v1', reportRateLimitOnErrors(pipeline.rateLimit));
  api.use(oauthErrors(log));
  api.use(errorWriter(log));

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.set('query parser', false).set('trust proxy', trustProxy);
  if (prefix !== '') app.use(rewriteMetadataUrl(pathname));
  app.use(escapePath(pathname), api);
  app.use(sendRequestId(context), securityHeaders(apiPublicUrl), noRoute, errorWriter(log));
  const clientRequests = mountHandlers(
    prefix,
    new Map(clientPaths.map(path => [path, [...headerHandlers, check, ...oauth.clientSteps(path)]])),
  );
  const handlersBeforeExpress = [
    countRequests(metrics),
    skipProbes(requestQueue.admit, prefix),
    requestId(log, context),
    operations,
    clientRequests,
  ];
  return (message, plainResponse) => {
    database.startRequest();
    const request = prepareRequest(message, app);
    const response = Object.assign(plainResponse, { locals: {} }) as Response;
    runHandlers(handlersBeforeExpress, request, response, error => {
      response.locals['error'] = error;
      app(request, response);
    });
  };
};

const runChecks =
  (checks: readonly ((request: Request) => void)[]): RequestHandler =>
  (request, _response, next) => {
    for (const check of checks) check(request);
    next();
  };

/** Passes the error of an operation to the error handlers. */
const rethrow: RequestHandler = (_request, response, next) => next(response.locals['error']);

const noRoute: RequestHandler = () => {
  throw new ApiError('no_route', 'No resource exists at this URL.');
};
