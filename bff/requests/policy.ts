import type { RequestHandler } from 'express';
import { httpsOnly, permissionsPolicy } from '#server/browser-policies';

/**
 * What the web app may do in the browser. Styles may be inline because Mantine injects style elements, and its scroll
 * lock is refused even with a nonce. No form is ever submitted by the browser: scripts send what forms hold, and a
 * sign-in is a link. base-uri, form-action and frame-ancestors do not fall back to default-src (CSP level 3).
 */
const webPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Whoever opened the desk in a window holds no handle of it (Cross-Origin-Opener-Policy), while the app keeps that of
 * its own sign-in window. X-Frame-Options says frame-ancestors to browsers that do not know it.
 */
const policiesOf = (publicUrl: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': webPolicy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': permissionsPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  ...httpsOnly(publicUrl),
});

/** The browser policies every answer carries; HSTS only where the public address is https. */
export function protect(publicUrl: string): RequestHandler {
  const policies = Object.entries(policiesOf(publicUrl));
  return (_req, res, next) => {
    for (const [name, value] of policies) res.setHeader(name, value);
    next();
  };
}

/** For the endpoints of the session: kept by nobody, and their addresses (code, state) told to nobody. */
export const confidential: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Referrer-Policy', 'no-referrer');
  next();
};
