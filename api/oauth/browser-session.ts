import type { Request, Response } from 'express';
import type { Interaction, Provider, Session } from 'oidc-provider';

/** The session of the browser that asks, on this server; one without an account when nobody is signed in. */
export const sessionOf = (provider: Provider, request: Request, response: Response): Promise<Session> =>
  provider.Session.get(provider.createContext(request, response));

/** Whether somebody has signed in in this browser since a step began: in that step, before Back, or in another tab. */
export const isSignedInSince = (
  { accountId, uid, loginTs = 0 }: Session,
  { session: before, iat }: Interaction,
): boolean => accountId !== undefined && (uid !== before?.uid || loginTs > iat);
