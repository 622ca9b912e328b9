import type { Request, Response } from 'express';
import { type CookiePolicy, readCookies } from '../sessions/cookies.ts';

/** So long the authorization server's own session may outlive a sign-out that it did not hear of. */
const serverSessionMs = 8 * 3_600_000;

/**
 * Remembers, in the browser, a sign-out that the authorization server did not hear of. Its session is still open there:
 * until somebody has signed in again it must not sign anyone in without asking.
 */
export type UnfinishedSignOut = {
  remember(res: Response): void;
  isOn(req: Request): boolean;
  /** Once somebody has signed in. */
  forget(req: Request, res: Response): void;
};

export function createUnfinishedSignOut(policy: CookiePolicy): UnfinishedSignOut {
  // It arrives with a link from another site too.
  const attributes = { httpOnly: true, secure: policy.secure, sameSite: 'lax', path: '/' } as const;
  const isOn = (req: Request) => readCookies(req.headers.cookie).has(policy.unfinishedSignOut);
  return {
    isOn,
    remember: res => void res.cookie(policy.unfinishedSignOut, '1', { ...attributes, maxAge: serverSessionMs }),
    forget: (req, res) => void (isOn(req) && res.clearCookie(policy.unfinishedSignOut, attributes)),
  };
}
