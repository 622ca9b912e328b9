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

/** Ends it in the way that is given, and takes its cookie away. */
export const leave = async (
  provider: Provider,
  request: Request,
  response: Response,
  end: (session: Session) => Promise<void>,
): Promise<void> => {
  const session = await sessionOf(provider, request, response);
  // No cookie came, so none is taken away either: the browser may well have one that it did not send from elsewhere.
  if (session.accountId === undefined) return;
  await end(session);
  provider
    .createContext(request, response)
    .cookies.set(provider.cookieName('session'), null, { path: '/', signed: true });
};
