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

/** What stands between a request and its operation. */
export type Admission = { findPrincipal: FindPrincipal; rateLimit: RateLimit; dates: ApiDates };

/**
 * Puts routes on their addresses. Each address answers every method and checks in this order: API date, token and limits,
 * method, scope; then the route checks resource, role, body, preconditions and validation.
 */
export const mount = (routes: readonly Route[], desk: Desk, { findPrincipal, rateLimit, dates }: Admission): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, here] of Map.groupBy(routes.map(seenAt(dates)), ({ operation }) => operation.path)) {
    const place = placeOf(here);
    router.all(expressPath(path), (request, response) => answer(place, request, response));
  }
  return router;

  async function answer(place: Place, request: Request, response: Response): Promise<void> {
    const date = readDate(dates, request, response);
    if (request.method === 'OPTIONS') return answerOptions(place, request, response);
    const caller = await admit(request, response);
    const allow = allowOf(place, caller);
    const route = routeFor(request.method, place.here);
    if (route === undefined) throw noSuchMethod(request.method, allow);
    requireScope(route.operation, caller);
    if (isRead(request)) {
      setCaching(response);
      // What the caller may do with what it reads: a desk shows no control that would fail.
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

  async function answerOptions(place: Place, request: Request, response: Response): Promise<void> {
    await rateLimit.tell(request, response);
    const allow = allowOf(place, await authenticate(request, findPrincipal).catch(nobody));
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

/** A route with its views at every date. */
type SeenRoute = Route & { view(date: ServedDate): View };

const seenAt =
  (dates: ApiDates) =>
  (route: Route): SeenRoute => ({ ...route, view: viewsOf(route.operation, route.kind, dates) });

/** `/tickets/{ticket_id}` → `/tickets/:ticket_id`. */
const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** HEAD is GET without the body. */
const routeFor = (method: string, here: readonly SeenRoute[]): SeenRoute | undefined =>
  here.find(({ operation }) => operation.method === (method === 'HEAD' ? 'GET' : method));

/** What answers at one address, and the methods that each role may use there, as `Allow` lists them; null is nobody's. */
type Place = { here: readonly SeenRoute[]; allow: ReadonlyMap<Role | null, string> };

const placeOf = (here: readonly SeenRoute[]): Place => ({
  here,
  allow: new Map([null, ...roles].map(role => [role, allowedTo(here, role).join(', ')])),
});

const allowOf = ({ allow }: Place, caller: Principal | null): string => allow.get(caller?.person.role ?? null) ?? '';

/** The methods of an address that a role may use; all of them while nobody is signed in. */
const allowedTo = (here: readonly Route[], role: Role | null): string[] => {
  const usable = here.filter(({ operation }) => role === null || operation.roles.includes(role));
  return [...new Set(usable.flatMap(({ operation }) => withHead(operation))), 'OPTIONS'];
};

const withHead = ({ method }: Operation): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** OPTIONS needs no token: without a good one it is nobody who asks. */
const nobody = (error: unknown): null => {
  if (error instanceof ApiError) return null;
  throw error;
};
