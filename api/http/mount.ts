import { type Request, type Response, Router } from 'express';
import { type Role, roles } from '#contract/enums';
import type { Operation } from '#contract/operation';
import { authenticate, requireScope } from './authenticate.ts';
import { listAcceptedTypes } from './body-type.ts';
import { setCaching } from './conditional.ts';
import { ApiError, methodNotSupported } from './errors.ts';
import type { FindPrincipal, Principal } from './principal.ts';
import type { RateLimit } from './rate-limit.ts';
import type { PathParameters, Route, RouteServices } from './route.ts';
import { toErrorAtVersion } from './versions/errors-at-version.ts';
import { createOperationVersions, type OperationVersion } from './versions/operation-version.ts';
import { readApiVersion } from './versions/read-version.ts';
import type { ApiVersions, ServedVersion } from './versions/registry.ts';

/** Dependencies of the pipeline: authentication, rate limits, and API versions. */
export type PipelineOptions = { findPrincipal: FindPrincipal; rateLimit: RateLimit; apiVersions: ApiVersions };

/**
 * Mounts routes on their paths. Each path handles every method and checks in this order: API version, token and rate limit,
 * method, scope; then the route checks resource, role, body, preconditions and validation.
 */
export const mount = (
  routes: readonly Route[],
  desk: RouteServices,
  { findPrincipal, rateLimit, apiVersions }: PipelineOptions,
): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, endpointRoutes] of Map.groupBy(
    routes.map(addVersions(apiVersions)),
    ({ operation }) => operation.path,
  )) {
    const endpoint = createEndpoint(endpointRoutes);
    router.all(expressPath(path), (request, response) => handle(endpoint, request, response));
  }
  return router;

  async function handle(endpoint: Endpoint, request: Request, response: Response): Promise<void> {
    const date = readApiVersion(apiVersions, request, response);
    if (request.method === 'OPTIONS') return handleOptions(endpoint, request, response);
    const caller = await admit(request, response);
    const allow = getAllow(endpoint, caller);
    const route = findRoute(request.method, endpoint.routes);
    if (route === undefined) throw methodNotSupported(request.method, allow);
    requireScope(route.operation, caller);
    if (isRead(request)) {
      setCaching(response);
      // Lets a user interface decide which controls to show.
      response.setHeader('Allow', allow);
    }
    const sendNotModified = async () => {
      await rateLimit.refund(caller, response);
      response.status(304).end();
    };
    const apiVersion = route.view(date);
    const context = {
      ...desk,
      request,
      response,
      caller,
      allow,
      address: request.params as PathParameters,
      apiVersion,
      sendNotModified,
    };
    await route.serve(context).catch((error: unknown) => {
      throw toErrorAtVersion(error, apiVersion.shape);
    });
  }

  async function handleOptions(endpoint: Endpoint, request: Request, response: Response): Promise<void> {
    await rateLimit.report(request, response);
    const allow = getAllow(endpoint, await authenticate(request, findPrincipal).catch(toAnonymous));
    response.setHeader('Allow', allow);
    if (allow.includes('PATCH')) response.setHeader('Accept-Patch', listAcceptedTypes('PATCH').join(', '));
    response.status(204).end();
  }

  async function admit(request: Request, response: Response): Promise<Principal> {
    const caller = await authenticate(request, findPrincipal).catch((error: unknown) =>
      rateLimit.reject(request, response, error),
    );
    await rateLimit.admit(caller, response);
    return caller;
  }
};

/** A route with its operation at every API version. */
type VersionedRoute = Route & { view(date: ServedVersion): OperationVersion };

const addVersions =
  (apiVersions: ApiVersions) =>
  (route: Route): VersionedRoute => ({
    ...route,
    view: createOperationVersions(route.operation, route.kind, apiVersions),
  });

/** `/tickets/{ticket_id}` → `/tickets/:ticket_id`. */
const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** HEAD is GET without the body. */
const findRoute = (method: string, routes: readonly VersionedRoute[]): VersionedRoute | undefined =>
  routes.find(({ operation }) => operation.method === (method === 'HEAD' ? 'GET' : method));

/** The routes of one path, and the `Allow` header of each role; null is anonymous. */
type Endpoint = { routes: readonly VersionedRoute[]; allow: ReadonlyMap<Role | null, string> };

const createEndpoint = (routes: readonly VersionedRoute[]): Endpoint => ({
  routes,
  allow: new Map([null, ...roles].map(role => [role, listAllowed(routes, role).join(', ')])),
});

const getAllow = ({ allow }: Endpoint, caller: Principal | null): string =>
  allow.get(caller?.person.role ?? null) ?? '';

/** Lists the methods that a role may use; an anonymous caller sees all of them. */
const listAllowed = (routes: readonly Route[], role: Role | null): string[] => {
  const allowed = routes.filter(({ operation }) => role === null || operation.roles.includes(role));
  return [...new Set(allowed.flatMap(({ operation }) => withHead(operation))), 'OPTIONS'];
};

const withHead = ({ method }: Operation): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** OPTIONS needs no token: without a valid one the caller is anonymous. */
const toAnonymous = (error: unknown): null => {
  if (error instanceof ApiError) return null;
  throw error;
};
