import { type Request, type Response, Router } from 'express';
import type { Operation } from '#contract/operation';
import { authenticate, requireScope } from './authenticate.ts';
import { cors } from './cors.ts';
import { methodNotAllowed } from './errors.ts';
import { acceptedTypes } from './json-body.ts';
import type { FindPrincipal, Principal } from './principal.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Address, Desk, Route } from './route.ts';
import { apiVersion } from './version.ts';

/** What stands between a request and its operation. */
export type Admission = { findPrincipal: FindPrincipal; rateLimit: RateLimit };

/**
 * Puts routes on their addresses. Each address answers every method, in the order of rest-api.md's section 6: API date, token
 * and limits, method, scope; the route itself goes on with resource, role, body, preconditions and validation.
 */
export const mount = (routes: readonly Route[], desk: Desk, { findPrincipal, rateLimit }: Admission): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  const paths = Map.groupBy(routes, route => route.operation.path);
  for (const [path, here] of paths) {
    router.all(expressPath(path), cors, apiVersion, async (request, response) => {
      if (request.method === 'OPTIONS') {
        await rateLimit.tell(request, response);
        return answerOptions(request, response, here);
      }
      const caller = await admit(request, response);
      const allow = allowedTo(here, caller).join(', ');
      const route = routeFor(request.method, here);
      if (route === undefined) throw methodNotAllowed(`${request.method} is not a method of this address.`, allow);
      requireScope(route.operation, caller);
      // What the caller may do with what it reads: a desk shows no control that would fail.
      if (isRead(request)) response.setHeader('Allow', allow);
      const notModified = async () => {
        await rateLimit.giveBack(caller, response);
        response.status(304).end();
      };
      const address = request.params as Address;
      await route.serve({ ...desk, request, response, caller, allow, address, notModified });
    });
  }
  return router;

  async function admit(request: Request, response: Response): Promise<Principal> {
    const caller = await authenticate(request, findPrincipal).catch((error: unknown) =>
      rateLimit.refuse(request, response, error),
    );
    await rateLimit.admit(caller, response);
    return caller;
  }
};

/** `/tickets/{ticket_id}` → `/tickets/:ticket_id`. */
const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** HEAD is GET without the body. */
const routeFor = (method: string, here: readonly Route[]): Route | undefined =>
  here.find(({ operation }) => operation.method === (method === 'HEAD' ? 'GET' : method));

/** The methods of an address that this caller's role may use; all of them while nobody is signed in. */
const allowedTo = (here: readonly Route[], caller: Principal | null): string[] => {
  const usable = here.filter(({ operation }) => caller === null || operation.roles.includes(caller.person.role));
  return [...new Set(usable.flatMap(({ operation }) => withHead(operation))), 'OPTIONS'];
};

const withHead = ({ method }: Operation): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

const answerOptions = (_request: Request, response: Response, here: readonly Route[]): void => {
  response.setHeader('Allow', allowedTo(here, null).join(', '));
  if (here.some(({ operation }) => operation.method === 'PATCH')) {
    response.setHeader('Accept-Patch', acceptedTypes('PATCH').join(', '));
  }
  response.status(204).end();
};
