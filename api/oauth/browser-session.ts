import type { Request, Response } from 'express';
import type { Provider, Session } from 'oidc-provider';

/** The session of the browser that asks, on this server; one without an account when nobody is signed in. */
export const sessionOf = (provider: Provider, request: Request, response: Response): Promise<Session> =>
  provider.Session.get(provider.createContext(request, response));
