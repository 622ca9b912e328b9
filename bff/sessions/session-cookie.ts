import cookieSession from 'cookie-session';
import type { Request } from 'express';
import { z } from 'zod';
import type { Tokens } from '../sign-in/oauth-client.ts';
import { type CookiePolicy, readCookies } from './cookies.ts';
import { createLruCache } from './lru-cache.ts';
import type { Seal } from './seal.ts';

const session = z.object({
  access_token: z.string(),
  /** Times are milliseconds since 1970. No member is named `exp`, which libraries interpret. */
  access_until: z.number(),
  refresh_token: z.string(),
  idle_until: z.number(),
  ends_at: z.number(),
});

/** A session, stored entirely in the browser's cookie: tokens and times, no personal data. */
export type Session = Readonly<z.output<typeof session>>;

const hour = 3_600_000;
/** The authorization server's lifetime of an unused refresh token. */
const idleMilliseconds = 2 * hour;
/** How long the authorization server allows renewals of a sign-in. No session is longer. */
export const maxSessionMilliseconds = 8 * hour;
/** Browsers silently drop a cookie above 4,096 bytes of name, value and attributes. */
const maxCookieBytes = 3800;

/** Creates a session from new tokens; `continued` is the session that they renew. */
export const createSession = (tokens: Tokens, now: number, continued?: Session): Session => ({
  access_token: tokens.accessToken,
  access_until: now + tokens.expiresInSeconds * 1000,
  refresh_token: tokens.refreshToken,
  idle_until: now + idleMilliseconds,
  ends_at: continued?.ends_at ?? now + maxSessionMilliseconds,
});

/** Returns when the session ends unless it is renewed, in milliseconds since 1970. */
export const getSessionEnd = (open: Session): number => Math.min(open.idle_until, open.ends_at);

/** Reads and writes the session cookie. */
export type SessionCookie = {
  /** Returns the session; null if the cookie is missing, invalid or expired. */
  read(req: Request): Promise<Session | null>;
  /** Sets the cookie on the response. Throws if it is too large for browsers. */
  write(req: Request, session: Session): Promise<void>;
  clear(req: Request): void;
};

const content = z.object({ jwe: z.string() });

/** Encodes as cookie-session does: JSON in base64. */
const encode = (jwe: string): string => Buffer.from(JSON.stringify({ jwe })).toString('base64');

function decode(value: string): string | null {
  try {
    const jwe = content.safeParse(JSON.parse(Buffer.from(value, 'base64').toString())).data?.jwe;
    // Node's base64 decoder skips invalid characters.
    return jwe !== undefined && encode(jwe) === value ? jwe : null;
  } catch {
    return null;
  }
}

/** @param clock milliseconds since 1970 */
export function createSessionCookie(policy: CookiePolicy, seal: Seal, clock: () => number): SessionCookie {
  // Decryption takes 60-80 µs, and a page sends the same cookie many times.
  const openedSessions = createLruCache<Session>(1000);

  async function open(value: string): Promise<Session | null> {
    const jwe = decode(value);
    const parsed = session.safeParse(jwe && (await seal.open(jwe)));
    if (!parsed.success) return null;
    openedSessions.set(value, parsed.data);
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

  /** Calls cookie-session only to set a cookie. Calling it on every request took 17% of the proxy's time. */
  function set(req: Request, value: { jwe: string } | null): void {
    if (req.res) library(req, req.res, () => {});
    req.session = value;
  }

  return {
    async read(req) {
      const value = readCookies(req.headers.cookie).get(policy.session) ?? '';
      const found = openedSessions.get(value) ?? (await open(value));
      return found && getSessionEnd(found) > clock() ? found : null;
    },
    async write(req, newSession) {
      const jwe = await seal.seal(newSession);
      const value = encode(jwe);
      const bytes = policy.session.length + value.length;
      if (bytes > maxCookieBytes)
        throw new Error(`the session cookie would be ${bytes} bytes, above ${maxCookieBytes}`);
      openedSessions.set(value, newSession);
      set(req, { jwe });
    },
    clear(req) {
      set(req, null);
    },
  };
}
