import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { randomPKCECodeVerifier, randomState } from 'openid-client';
import { z } from 'zod';
import { type CookiePolicy, readCookies } from './cookies.ts';
import type { Seal } from './seal.ts';

const transaction = z.object({ state: z.string(), verifier: z.string(), return_to: z.string(), began: z.number() });

/** A sign-in under way: what only the browser that began it, and this desk, know. */
export type Transaction = Readonly<z.output<typeof transaction>>;

const lifetimeMs = 600_000;
/** Together with the session they must fit the header limit of servers on the way. */
const mostAtOnce = 5;
const mostBytes = 6144;

/** Sign-ins under way, one cookie each, so that two tabs can sign in at once. */
export type Transactions = {
  /** Begins a sign-in that ends at `returnTo`, dropping the oldest ones that no longer fit. */
  begin(req: Request, res: Response, returnTo: string): Promise<Transaction>;
  /** Ends the sign-in of `state`: "absent" when this browser brings no cookie for it, "unequal" when one that does not match. */
  take(req: Request, res: Response, state: string): Promise<Transaction | 'absent' | 'unequal'>;
};

const digest = (text: string) => createHash('sha256').update(text).digest();

/** @param clock milliseconds since 1970 */
export function createTransactions(policy: CookiePolicy, seal: Seal, clock: () => number): Transactions {
  const attributes = { httpOnly: true, secure: policy.secure, sameSite: 'lax', path: '/' } as const;
  const nameOf = (state: string) => policy.transaction + digest(state).toString('hex').slice(0, 8);

  async function open(sealed: string): Promise<Transaction | null> {
    const parsed = transaction.safeParse(await seal.open(sealed));
    return parsed.success && parsed.data.began + lifetimeMs > clock() ? parsed.data : null;
  }

  /** The names of the cookies that must go so that one of `bytes` more fits: dead ones, then the oldest. */
  async function crowdedOut(req: Request, bytes: number): Promise<string[]> {
    const ours = [...readCookies(req.headers.cookie)].filter(([name]) => name.startsWith(policy.transaction));
    const dated = await Promise.all(
      ours.map(async ([name, sealed]) => ({
        name,
        bytes: name.length + sealed.length,
        began: (await open(sealed))?.began ?? 0,
      })),
    );
    let total = bytes;
    return dated
      .sort((a, b) => b.began - a.began)
      .filter((cookie, index) => {
        total += cookie.bytes;
        return cookie.began === 0 || index + 1 >= mostAtOnce || total > mostBytes;
      })
      .map(cookie => cookie.name);
  }

  return {
    async begin(req, res, returnTo) {
      const begun = { state: randomState(), verifier: randomPKCECodeVerifier(), return_to: returnTo, began: clock() };
      const [name, sealed] = [nameOf(begun.state), await seal.seal(begun)];
      for (const old of await crowdedOut(req, name.length + sealed.length)) res.clearCookie(old, attributes);
      res.cookie(name, sealed, { ...attributes, maxAge: lifetimeMs, encode: String });
      return begun;
    },
    async take(req, res, state) {
      const name = nameOf(state);
      const sealed = readCookies(req.headers.cookie).get(name);
      if (sealed === undefined) return 'absent';
      res.clearCookie(name, attributes);
      const found = await open(sealed);
      return found && timingSafeEqual(digest(found.state), digest(state)) ? found : 'unequal';
    },
  };
}
