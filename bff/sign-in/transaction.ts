import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { randomPKCECodeVerifier, randomState } from 'openid-client';
import { z } from 'zod';
import { type CookiePolicy, readCookies } from '../sessions/cookies.ts';
import type { Seal } from '../sessions/seal.ts';

const transaction = z.object({ state: z.string(), verifier: z.string(), return_to: z.string(), began: z.number() });

/** A pending sign-in, stored in a sealed cookie of the browser that started it. */
export type Transaction = Readonly<z.output<typeof transaction>>;

/** Why a callback has no pending sign-in; logged. A cookie of a different sign-in is invalid. */
type Rejection = 'cookie missing' | 'cookie invalid' | 'expired';

const minute = 60_000;
/** The authorization server's sign-in form is valid for an hour. Five minutes are for the redirect. */
const lifetimeMilliseconds = 65 * minute;

/** Together with the session, the cookies must fit the request header limits of proxies. */
const maxCookies = 5;
const maxBytes = 6144;
/** Proxies limit response headers too, often to 4 KiB. The next sign-in deletes further cookies. */
const maxDeleted = 5;

/** A sign-in cookie. `began` is in milliseconds since 1970; null if it has expired or cannot be opened. */
type SignInCookie = { name: string; bytes: number; began: number | null };

/** Stores pending sign-ins, one cookie each, because several tabs may sign in concurrently. */
export type Transactions = {
  /** Starts a sign-in that returns to `returnTo`, and deletes the oldest sign-ins beyond the limits. */
  start(req: Request, res: Response, returnTo: string): Promise<Transaction>;
  /** Deletes and returns the sign-in of `state`, or returns why no sign-in matches. */
  consume(req: Request, res: Response, state: string): Promise<Transaction | Rejection>;
  /** Returns the return path of the browser's newest sign-in, expired or not. Returns "/" without any sign-in. */
  findReturnPath(req: Request): Promise<string>;
};

const digest = (text: string) => createHash('sha256').update(text).digest();

/** @param clock milliseconds since 1970 */
export function createTransactions(policy: CookiePolicy, seal: Seal, clock: () => number): Transactions {
  const attributes = { httpOnly: true, secure: policy.secure, sameSite: 'lax', path: '/' } as const;
  const toCookieName = (state: string) => policy.transaction + digest(state).toString('hex').slice(0, 8);
  const isExpired = ({ began }: Transaction) => began + lifetimeMilliseconds <= clock();
  /** Checks a cookie name. Other names are never repeated in a response, because they may contain any character. */
  const isTransactionName = (name: string) =>
    name.startsWith(policy.transaction) && /^[\da-f]{8}$/.test(name.slice(policy.transaction.length));

  async function open(sealed: string): Promise<Transaction | null> {
    const parsed = transaction.safeParse(await seal.open(sealed));
    return parsed.success ? parsed.data : null;
  }

  async function readAll(req: Request): Promise<(SignInCookie & { transaction: Transaction | null })[]> {
    const cookies = [...readCookies(req.headers.cookie)].filter(([name]) => isTransactionName(name));
    const openedCookies = cookies.map(async ([name, sealed]) => ({
      name,
      bytes: name.length + sealed.length,
      transaction: await open(sealed),
    }));
    return (await Promise.all(openedCookies)).map(cookie => ({
      ...cookie,
      began: cookie.transaction && !isExpired(cookie.transaction) ? cookie.transaction.began : null,
    }));
  }

  return {
    async start(req, res, returnTo) {
      const transaction = {
        state: randomState(),
        verifier: randomPKCECodeVerifier(),
        return_to: returnTo,
        began: clock(),
      };
      const [name, sealed] = [toCookieName(transaction.state), await seal.seal(transaction)];
      const toDelete = findCookiesToDelete(await readAll(req), name.length + sealed.length);
      for (const old of toDelete) res.clearCookie(old, attributes);
      res.cookie(name, sealed, { ...attributes, maxAge: lifetimeMilliseconds, encode: String });
      return transaction;
    },
    async consume(req, res, state) {
      const name = toCookieName(state);
      const sealed = readCookies(req.headers.cookie).get(name);
      if (sealed === undefined) return 'cookie missing';
      res.clearCookie(name, attributes);
      const found = await open(sealed);
      if (!found || !timingSafeEqual(digest(found.state), digest(state))) return 'cookie invalid';
      return isExpired(found) ? 'expired' : found;
    },
    async findReturnPath(req) {
      const pending = (await readAll(req)).flatMap(cookie => cookie.transaction ?? []);
      return pending.sort((a, b) => b.began - a.began)[0]?.return_to ?? '/';
    },
  };
}

/**
 * Returns at most five cookies to delete so that `bytes` more bytes fit. Chooses expired cookies first, then the
 * oldest.
 */
function findCookiesToDelete(cookies: readonly SignInCookie[], bytes: number): string[] {
  let total = bytes;
  const toDelete = [...cookies]
    .sort((a, b) => (b.began ?? 0) - (a.began ?? 0))
    .filter((cookie, index) => {
      total += cookie.bytes;
      return cookie.began === null || index + 1 >= maxCookies || total > maxBytes;
    });
  return toDelete.slice(-maxDeleted).map(cookie => cookie.name);
}
