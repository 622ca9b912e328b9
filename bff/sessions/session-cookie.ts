import cookieSession from 'cookie-session';
import type { Request } from 'express';
import { z } from 'zod';
import type { Tokens } from '../sign-in/oauth-client.ts';
import { type CookiePolicy, readCookies } from './cookies.ts';
import { createRecent } from './recent.ts';
import type { Seal } from './seal.ts';

const session = z.object({
  access_token: z.string(),
  /** Times are milliseconds since 1970. No member is called `exp`: libraries give that name a life of its own. */
  access_until: z.number(),
  refresh_token: z.string(),
  idle_until: z.number(),
  ends_at: z.number(),
});

/** A signed-in person's session, all of it in the browser's cookie: tokens and times, nothing about the person. */
export type Session = Readonly<z.output<typeof session>>;

const hour = 3_600_000;
/** As long as the server keeps a refresh token that nobody uses. */
const idleMs = 2 * hour;
/** As long as the server renews a sign-in: no session lasts longer. */
export const longestSessionMs = 8 * hour;
/** Browsers drop a cookie above 4,096 bytes of name, value and attributes, without a word. */
const largestCookie = 3800;

/** The session that tokens just issued open, or that they continue. */
export const sessionOf = (tokens: Tokens, now: number, continued?: Session): Session => ({
  access_token: tokens.accessToken,
  access_until: now + tokens.expiresInSeconds * 1000,
  refresh_token: tokens.refreshToken,
  idle_until: now + idleMs,
  ends_at: continued?.ends_at ?? now + longestSessionMs,
});

/** When the session ends if nothing more happens. */
export const endOf = (open: Session): number => Math.min(open.idle_until, open.ends_at);

/** The session cookie of a request and its answer. */
export type SessionCookie = {
  /** The session, or null without one: no cookie, not ours, or ended. */
  read(req: Request): Promise<Session | null>;
  /** Sets the cookie on the answer. Throws when it is too large for a browser to keep. */
  write(req: Request, session: Session): Promise<void>;
  clear(req: Request): void;
};

const content = z.object({ jwe: z.string() });

/** What a cookie of cookie-session carries: JSON in base64. */
const encode = (jwe: string): string => Buffer.from(JSON.stringify({ jwe })).toString('base64');

function decode(value: string): string | null {
  try {
    const jwe = content.safeParse(JSON.parse(Buffer.from(value, 'base64').toString())).data?.jwe;
    // Node's base64 decoder skips what it cannot decode.
    return jwe !== undefined && encode(jwe) === value ? jwe : null;
  } catch {
    return null;
  }
}

/** @param clock milliseconds since 1970 */
export function createSessionCookie(policy: CookiePolicy, seal: Seal, clock: () => number): SessionCookie {
  // Opening one costs 60-80 µs of cryptography; a page asks with the same cookie again and again.
  const opened = createRecent<Session>(1000);

  async function open(value: string): Promise<Session | null> {
    const jwe = decode(value);
    const parsed = session.safeParse(jwe && (await seal.open(jwe)));
    if (!parsed.success) return null;
    opened.set(value, parsed.data);
    return parsed.data;
  }

  const library = cookieSession({
    name: policy.session,
    signed: false, // the JWE authenticates itself
    httpOnly: true,
    sameSite: 'strict',
    secure: policy.secure,
    path: '/',
  });

  /** The library is called where there is something to set: at every request it took a sixth of the proxy. */
  function set(req: Request, value: { jwe: string } | null): void {
    if (req.res) library(req, req.res, () => {});
    req.session = value;
  }

  return {
    async read(req) {
      const value = readCookies(req.headers.cookie).get(policy.session) ?? '';
      const found = opened.get(value) ?? (await open(value));
      return found && endOf(found) > clock() ? found : null;
    },
    async write(req, next) {
      const jwe = await seal.seal(next);
      const value = encode(jwe);
      const bytes = policy.session.length + value.length;
      if (bytes > largestCookie) throw new Error(`the session cookie would be ${bytes} bytes, above ${largestCookie}`);
      opened.set(value, next);
      set(req, { jwe });
    },
    clear(req) {
      set(req, null);
    },
  };
}
