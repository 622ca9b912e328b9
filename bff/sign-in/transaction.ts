import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { randomPKCECodeVerifier, randomState } from 'openid-client';
import { z } from 'zod';
import { type CookiePolicy, readCookies } from '../sessions/cookies.ts';
import type { Seal } from '../sessions/seal.ts';
import { crowdedOut, type KeptCookie } from './transaction-limits.ts';

const transaction = z.object({ state: z.string(), verifier: z.string(), return_to: z.string(), began: z.number() });

/** A sign-in under way: what only the browser that began it, and this desk, know. */
export type Transaction = Readonly<z.output<typeof transaction>>;

/** Why a callback belongs to no sign-in under way: this browser brings no cookie for it, another's, or one too old. */
type Refusal = 'absent' | 'unequal' | 'expired';

const minute = 60_000;
/** The authorization server waits an hour at its form; a little more for the way back. */
const lifetimeMs = 65 * minute;

/** Sign-ins under way, one cookie each, so that two tabs can sign in at once. */
export type Transactions = {
  /** Begins a sign-in that ends at `returnTo`, dropping the oldest ones that no longer fit. */
  begin(req: Request, res: Response, returnTo: string): Promise<Transaction>;
  /** Ends the sign-in of `state`: each is good once. */
  take(req: Request, res: Response, state: string): Promise<Transaction | Refusal>;
  /** Where the newest sign-in that this browser began was to end, over or not; home without one. */
  wanted(req: Request): Promise<string>;
};

const digest = (text: string) => createHash('sha256').update(text).digest();

/** @param clock milliseconds since 1970 */
export function createTransactions(policy: CookiePolicy, seal: Seal, clock: () => number): Transactions {
  const attributes = { httpOnly: true, secure: policy.secure, sameSite: 'lax', path: '/' } as const;
  const nameOf = (state: string) => policy.transaction + digest(state).toString('hex').slice(0, 8);
  const isOver = (begun: Transaction) => begun.began + lifetimeMs <= clock();
  /** A name that is not one of ours is never repeated in an answer: it may hold anything. */
  const isOurs = (name: string) =>
    name.startsWith(policy.transaction) && /^[\da-f]{8}$/.test(name.slice(policy.transaction.length));

  async function open(sealed: string): Promise<Transaction | null> {
    const parsed = transaction.safeParse(await seal.open(sealed));
    return parsed.success ? parsed.data : null;
  }

  async function brought(req: Request): Promise<(KeptCookie & { transaction: Transaction | null })[]> {
    const ours = [...readCookies(req.headers.cookie)].filter(([name]) => isOurs(name));
    const opened = ours.map(async ([name, sealed]) => ({
      name,
      bytes: name.length + sealed.length,
      transaction: await open(sealed),
    }));
    return (await Promise.all(opened)).map(cookie => ({
      ...cookie,
      began: cookie.transaction && !isOver(cookie.transaction) ? cookie.transaction.began : null,
    }));
  }

  return {
    async begin(req, res, returnTo) {
      const begun = { state: randomState(), verifier: randomPKCECodeVerifier(), return_to: returnTo, began: clock() };
      const [name, sealed] = [nameOf(begun.state), await seal.seal(begun)];
      const going = crowdedOut(await brought(req), name.length + sealed.length);
      for (const old of going) res.clearCookie(old, attributes);
      res.cookie(name, sealed, { ...attributes, maxAge: lifetimeMs, encode: String });
      return begun;
    },
    async take(req, res, state) {
      const name = nameOf(state);
      const sealed = readCookies(req.headers.cookie).get(name);
      if (sealed === undefined) return 'absent';
      res.clearCookie(name, attributes);
      const found = await open(sealed);
      if (!found || !timingSafeEqual(digest(found.state), digest(state))) return 'unequal';
      return isOver(found) ? 'expired' : found;
    },
    async wanted(req) {
      const known = (await brought(req)).flatMap(cookie => cookie.transaction ?? []);
      return known.sort((a, b) => b.began - a.began)[0]?.return_to ?? '/';
    },
  };
}
