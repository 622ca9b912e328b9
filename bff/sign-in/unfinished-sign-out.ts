import type { Request, Response } from 'express';
import { type CookiePolicy, readCookies } from '../sessions/cookies.ts';

/** The lifetime of the authorization server's own session. */
const serverSessionMilliseconds = 8 * 3_600_000;

/**
 * Marks, in a cookie, a sign-out that did not reach the authorization server. The server's session is still open, so
 * the next sign-in must ask for the password.
 */
export type UnfinishedSignOut = {
  set(res: Response): void;
  isSet(req: Request): boolean;
  /** Called after the next sign-in. */
  clear(req: Request, res: Response): void;
};

export function createUnfinishedSignOut(policy: CookiePolicy): UnfinishedSignOut {
  // Lax: a link on a different site may open /login.
  const attributes = { httpOnly: true, secure: policy.secure, sameSite: 'lax', path: '/' } as const;
  const isSet = (req: Request) => readCookies(req.headers.cookie).has(policy.unfinishedSignOut);
  return {
    isSet,
    set: res => void res.cookie(policy.unfinishedSignOut, '1', { ...attributes, maxAge: serverSessionMilliseconds }),
    clear: (req, res) => void (isSet(req) && res.clearCookie(policy.unfinishedSignOut, attributes)),
  };
}
