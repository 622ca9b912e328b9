import type { Request, Response } from 'express';
import type { Interaction, Provider, Session } from 'oidc-provider';

/** Loads the browser's session on this server. `accountId` is undefined if no person is signed in. */
export const findBrowserSession = (provider: Provider, request: Request, response: Response): Promise<Session> =>
  provider.Session.get(provider.createContext(request, response));

/** Returns whether the browser has signed in since a step was created, for example in a different tab. */
export const isSignedInSince = (
  { accountId, uid, loginTs = 0 }: Session,
  { session: before, iat }: Interaction,
): boolean => accountId !== undefined && (uid !== before?.uid || loginTs > iat);

/** Calls `end` to end the session, and removes its cookie. Does nothing if no person is signed in. */
export const endBrowserSession = async (
  provider: Provider,
  request: Request,
  response: Response,
  end: (session: Session) => Promise<void>,
): Promise<void> => {
  const session = await findBrowserSession(provider, request, response);
  // Removes no cookie without a session: in a cross-site request, the browser does not send its cookie.
  if (session.accountId === undefined) return;
  await end(session);
  provider
    .createContext(request, response)
    .cookies.set(provider.cookieName('session'), null, { path: '/', signed: true });
};
