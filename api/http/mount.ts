import { type Request, type Response, Router } from 'express';
import type { Operation } from '#contract/operation';
import { type Role, roles } from '#contract/vocabulary';
import { authenticate, requireScope } from './authenticate.ts';
import { acceptedTypes } from './body-type.ts';
import { setCaching } from './conditional.ts';
import { errorAtDate } from './dates/errors-at-date.ts';
import { readDate } from './dates/read-date.ts';
import type { ApiDates, ServedDate } from './dates/registry.ts';
import { type View, viewsOf } from './dates/view.ts';
import { ApiError, noSuchMethod } from './errors.ts';
import type { FindPrincipal, Principal } from './principal.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Address, Desk, Route } from './route.ts';

/** Dependencies of the pipeline: authentication, rate limits, and API versions. */
export type Admission = { findPrincipal: FindPrincipal; rateLimit: RateLimit; dates: ApiDates };

/**
 * Mounts routes on their paths. Each path handles every method and checks in this order: API version, token and rate limit,
 * method, scope; then the route checks resource, role, body, preconditions and validation.
 */
export const mount = (routes: readonly Route[], desk: Desk, { findPrincipal, rateLimit, dates }: Admission): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, endpointRoutes] of Map.groupBy(routes.map(addVersions(dates)), ({ operation }) => operation.path)) {
    const endpoint = createEndpoint(endpointRoutes);
    router.all(expressPath(path), (request, response) => handle(endpoint, request, response));
  }
  return router;

  async function handle(endpoint: Endpoint, request: Request, response: Response): Promise<void> {
    const date = readDate(dates, request, response);
    if (request.method === 'OPTIONS') return handleOptions(endpoint, request, response);
    const caller = await admit(request, response);
    const allow = getAllow(endpoint, caller);
    const route = findRoute(request.method, endpoint.routes);
    if (route === undefined) throw noSuchMethod(request.method, allow);
    requireScope(route.operation, caller);
    if (isRead(request)) {
      setCaching(response);
      // Tells a user interface which controls to show.
      response.setHeader('Allow', allow);
    }
    const notModified = async () => {
      await rateLimit.giveBack(caller, response);
      response.status(304).end();
    };
    const at = route.view(date);
    const exchange = { ...desk, request, response, caller, allow, address: request.params as Address, at, notModified };
    await route.serve(exchange).catch((error: unknown) => {
      throw errorAtDate(error, at.shape);
    });
  }

  async function handleOptions(endpoint: Endpoint, request: Request, response: Response): Promise<void> {
    await rateLimit.tell(request, response);
    const allow = getAllow(endpoint, await authenticate(request, findPrincipal).catch(toAnonymous));
    response.setHeader('Allow', allow);
    if (allow.includes('PATCH')) response.setHeader('Accept-Patch', acceptedTypes('PATCH').join(', '));
    response.status(204).end();
  }

  async function admit(request: Request, response: Response): Promise<Principal> {
    const caller = await authenticate(request, findPrincipal).catch((error: unknown) =>
      rateLimit.refuse(request, response, error),
    );
    await rateLimit.admit(caller, response);
    return caller;
  }
};

/** A route with its operation at every API version. */
type VersionedRoute = Route & { view(date: ServedDate): View };

const addVersions =
  (dates: ApiDates) =>
  (route: Route): VersionedRoute => ({ ...route, view: viewsOf(route.operation, route.kind, dates) });

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
