import type { Request, RequestHandler } from 'express';
import createMatcher from 'find-my-way';
import { type Role, roles } from '#contract/enums';
import type { Operation } from '#contract/operation';
import { setMetricsRoute } from '#server/count-requests';
import { authenticate, requireScope, requireVisible } from './authenticate.ts';
import { listAcceptedTypes } from './body-type.ts';
import { setCaching } from './conditional.ts';
import { setOriginHeaders } from './cors.ts';
import { ApiError, methodNotSupportedError } from './errors.ts';
import type { FindPrincipal, Principal } from './principal.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RequestContext } from './request-context.ts';
import { maxUrlBytes } from './request-size.ts';
import { CollectedResponse, type HttpResponse } from './response.ts';
import type { PathParameters, Route, RouteServices } from './route.ts';
import { toErrorAtVersion } from './versions/errors-at-version.ts';
import { createOperationVersions, type OperationVersion } from './versions/operation-version.ts';
import { readApiVersion } from './versions/read-version.ts';
import type { ApiVersions, ServedVersion } from './versions/registry.ts';

/** Settings that all mounted routes share. */
export type MountOptions = {
  /** The path of the API: `/v1` after the path of API_PUBLIC_URL. */
  prefix: string;
  /** The checks that every request must pass. Each throws if a request fails it. */
  checks: readonly ((request: Request) => void)[];
  /** Provides the id of the request. */
  context: RequestContext;
  /** The headers of every response, by name. */
  headers: Readonly<Record<string, string>>;
};

/** Dependencies of the pipeline: authentication, rate limits, and API versions. */
export type PipelineOptions = {
  findPrincipal: FindPrincipal;
  /** Finds the principal and counts the request, in one statement where possible. */
  findAndCount: FindPrincipal;
  rateLimit: RateLimit;
  apiVersions: ApiVersions;
};

/**
 * Mounts routes on their paths. One handler serves every method of a path. It runs `checks`, and then checks API
 * version, token and rate limit, method, scope and visibility, in this order. Then the route checks resource, role,
 * body, preconditions and validation. OPTIONS skips all checks after the API version.
 */
export const mount = (
  routes: readonly Route[],
  services: RouteServices,
  { findPrincipal, findAndCount, rateLimit, apiVersions }: PipelineOptions,
  { prefix, checks, headers, context }: MountOptions,
): RequestHandler => {
  const findEndpoint = createEndpointLookup(routes.map(addVersions(apiVersions)));
  return (request, response, next) => {
    const found = request.url.startsWith(prefix) ? findEndpoint(request.url.slice(prefix.length)) : null;
    if (found === null) return next();
    const { endpoint, pathParameters } = found;
    setMetricsRoute(response, endpoint.path);
    const collectedResponse = new CollectedResponse(response, headers);
    collectedResponse.setHeader('X-Request-Id', context.id() ?? '');
    setOriginHeaders(request, collectedResponse);
    const run = async () => {
      if (found.isMalformed) throw new URIError('The path contains a malformed percent-encoding.');
      for (const check of checks) check(request);
      await serveEndpoint(endpoint, pathParameters, request, collectedResponse);
    };
    run().catch((error: unknown) => {
      collectedResponse.copyHeadersTo(response);
      next(error);
    });
  };

  async function serveEndpoint(
    endpoint: Endpoint,
    pathParameters: PathParameters,
    request: Request,
    response: CollectedResponse,
  ): Promise<void> {
    const servedVersion = readApiVersion(apiVersions, request, response);
    if (request.method === 'OPTIONS') return handleOptions(endpoint, request, response);
    const caller = await admit(request, response);
    const allow = getAllow(endpoint, caller);
    const route = findRoute(request.method, endpoint.routes);
    if (route === undefined) throw methodNotSupportedError(request.method, allow);
    requireScope(route.operation, caller);
    requireVisible(route.operation, caller);
    if (isRead(request)) {
      setCaching(response);
      // Lets a user interface decide which controls to show.
      response.setHeader('Allow', allow);
    }
    const sendNotModified = async () => {
      await rateLimit.refund(caller, response);
      response.statusCode = 304;
      response.end();
    };
    const apiVersion = route.getVersion(servedVersion);
    const context = {
      ...services,
      request,
      response,
      caller,
      allow,
      pathParameters,
      apiVersion,
      sendNotModified,
    };
    await route.serve(context).catch((error: unknown) => {
      throw toErrorAtVersion(error, apiVersion.converter);
    });
  }

  async function handleOptions(endpoint: Endpoint, request: Request, response: HttpResponse): Promise<void> {
    await rateLimit.report(request, response);
    const allow = getAllow(endpoint, await authenticate(request, findPrincipal).catch(toAnonymous));
    response.setHeader('Allow', allow);
    if (allow.includes('PATCH')) response.setHeader('Accept-Patch', listAcceptedTypes('PATCH').join(', '));
    response.statusCode = 204;
    response.end();
  }

  async function admit(request: Request, response: HttpResponse): Promise<Principal> {
    const caller = await authenticate(request, findAndCount).catch((error: unknown) =>
      rateLimit.reject(request, response, error),
    );
    await rateLimit.admit(caller, response);
    return caller;
  }
};

/** A route with its operation at every API version. */
type VersionedRoute = Route & { getVersion(version: ServedVersion): OperationVersion };

const addVersions =
  (apiVersions: ApiVersions) =>
  (route: Route): VersionedRoute => ({
    ...route,
    getVersion: createOperationVersions(route.operation, route.kind, apiVersions),
  });

type FoundEndpoint = {
  endpoint: Endpoint;
  pathParameters: PathParameters;
  /** True if the path contains a malformed percent-encoding. */
  isMalformed: boolean;
};

/** Returns a function that finds the endpoint of a URL; null without a match. */
const createEndpointLookup = (routes: readonly VersionedRoute[]): ((url: string) => FoundEndpoint | null) => {
  const matcher = createMatcher({ maxParamLength: maxUrlBytes, querystringParser: () => null });
  for (const [contractPath, endpointRoutes] of Map.groupBy(routes, ({ operation }) => operation.path)) {
    // `/tickets/{ticket_id}` → `/tickets/:ticket_id`
    const path = contractPath.replaceAll(/\{(\w+)\}/g, ':$1');
    matcher.on('GET', path, () => undefined, createEndpoint(path, endpointRoutes));
  }
  return url => {
    const wellFormed = matcher.find('GET', url);
    const found = wellFormed ?? matcher.find('GET', url.replaceAll('%', '_'));
    // find-my-way accepts an empty parameter: `/tickets/`.
    if (found === null || Object.values(found.params).includes('')) return null;
    const [endpoint, pathParameters] = [found.store as Endpoint, found.params as PathParameters];
    return { endpoint, pathParameters, isMalformed: wellFormed === null };
  };
};

/** HEAD is GET without the body. */
const findRoute = (method: string, routes: readonly VersionedRoute[]): VersionedRoute | undefined =>
  routes.find(({ operation }) => operation.method === (method === 'HEAD' ? 'GET' : method));

/** The routes of one path, and the `Allow` header of each role; null is anonymous. */
type Endpoint = { path: string; routes: readonly VersionedRoute[]; allow: ReadonlyMap<Role | null, string> };

const createEndpoint = (path: string, routes: readonly VersionedRoute[]): Endpoint => ({
  path,
  routes,
  allow: new Map([null, ...roles].map(role => [role, listAllowed(routes, role).join(', ')])),
});

const getAllow = ({ allow }: Endpoint, caller: Principal | null): string =>
  allow.get(caller?.person.role ?? null) ?? '';

/** Lists the methods that a role may use; an anonymous caller sees all of them. */
const listAllowed = (routes: readonly Route[], role: Role | null): string[] => {
  const allowedRoutes = routes.filter(({ operation }) => role === null || operation.roles.includes(role));
  return [...new Set(allowedRoutes.flatMap(({ operation }) => withHead(operation))), 'OPTIONS'];
};

const withHead = ({ method }: Operation): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** OPTIONS needs no token: without a valid token, the caller is anonymous. */
const toAnonymous = (error: unknown): null => {
  if (error instanceof ApiError) return null;
  throw error;
};
