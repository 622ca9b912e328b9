import type { RequestHandler } from 'express';

/**
 * What the web app may do in the browser. Styles may be inline because Mantine injects style elements, and its scroll
 * lock is refused even with a nonce. There is no form-action: Chromium applies it to the redirects of a sign-in.
 */
const webPolicy = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

const oneYearSeconds = 31_536_000;

/** The browser policies every answer carries; HSTS only where the public address is https. */
export const protect =
  (publicUrl: string): RequestHandler =>
  (_req, res, next) => {
    res.setHeader('Content-Security-Policy', webPolicy);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    res.setHeader('Referrer-Policy', 'same-origin');
    if (publicUrl.startsWith('https:')) {
      res.setHeader('Strict-Transport-Security', `max-age=${oneYearSeconds}`);
    }
    next();
  };

/** For the endpoints of the session: kept by nobody, and their addresses (code, state) told to nobody. */
export const confidential: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Referrer-Policy', 'no-referrer');
  next();
};
