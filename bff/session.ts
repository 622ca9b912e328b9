import type { Request, RequestHandler } from 'express';
import { Problem } from './problems.ts';
import { csrfHeader } from './requests/csrf.ts';
import { fetchPerson, type SignedInPerson } from './sessions/fetch-person.ts';
import type { RequireSession } from './sessions/require-session.ts';
import { getSessionEnd, type Session, type SessionCookie } from './sessions/session-cookie.ts';
import type { ApiPool } from './upstream/api-pool.ts';
import { createCallerHeaders } from './upstream/caller-headers.ts';

type Dependencies = {
  api: ApiPool;
  /** The base URL of the API for browsers. */
  apiPublicUrl: string;
  sessions: SessionCookie;
  requireSession: RequireSession;
};

type SessionBody =
  | { signed_in: false }
  | { signed_in: true; person: SignedInPerson; expires_at: string; csrf: typeof csrfHeader; api_url: string };

const signedOut: SessionBody = { signed_in: false };

/** GET /session: the signed-in person and the end of the session. Also the CSRF header and the URL of the API. */
export function createSessionHandler({ api, apiPublicUrl, sessions, requireSession }: Dependencies): RequestHandler {
  const findSession = (req: Request): Promise<Session | null> =>
    requireSession(req).catch(error => {
      if (error instanceof Problem && error.error === 'no_token') return null;
      throw error;
    });

  async function readSession(req: Request): Promise<SessionBody> {
    const found = await findSession(req);
    if (!found) return signedOut;
    const person = await fetchPerson(api, createCallerHeaders(req, found.access_token));
    if (!person) {
      sessions.clear(req); // the session was revoked elsewhere, which only the API knows
      return signedOut;
    }
    const expires_at = new Date(getSessionEnd(found)).toISOString();
    return { signed_in: true, person, expires_at, csrf: csrfHeader, api_url: apiPublicUrl };
  }

  return async (req, res) => void res.json(await readSession(req));
}
