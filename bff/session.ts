import type { Request, RequestHandler } from 'express';
import { Problem } from './problems.ts';
import { csrfHeader } from './requests/csrf.ts';
import { personOf, type SignedInPerson } from './sessions/person.ts';
import { endOf, type Session, type SessionCookie } from './sessions/session-cookie.ts';
import type { RequireSession } from './sessions/signed-in.ts';
import type { ApiConnection } from './upstream/api-connection.ts';
import { callerHeaders } from './upstream/caller.ts';

type Dependencies = {
  api: ApiConnection;
  /** Base of the API as browsers see it. */
  apiPublicUrl: string;
  sessions: SessionCookie;
  requireSession: RequireSession;
};

/** What the web app learns about its session. */
type SessionAnswer =
  | { signed_in: false }
  | { signed_in: true; person: SignedInPerson; expires_at: string; csrf: typeof csrfHeader; api_url: string };

const signedOut: SessionAnswer = { signed_in: false };

/** GET /session: who is signed in, until when, the header that requests of the app carry, and where the API is. */
export function session({ api, apiPublicUrl, sessions, requireSession }: Dependencies): RequestHandler {
  const current = (req: Request): Promise<Session | null> =>
    requireSession(req).catch(error => {
      if (error instanceof Problem && error.error === 'no_token') return null;
      throw error;
    });

  async function answer(req: Request): Promise<SessionAnswer> {
    const open = await current(req);
    if (!open) return signedOut;
    const person = await personOf(api, callerHeaders(req, open.access_token));
    if (!person) {
      sessions.clear(req); // revoked elsewhere: the API is the one to know
      return signedOut;
    }
    const expires_at = new Date(endOf(open)).toISOString();
    return { signed_in: true, person, expires_at, csrf: csrfHeader, api_url: apiPublicUrl };
  }

  return async (req, res) => void res.json(await answer(req));
}
