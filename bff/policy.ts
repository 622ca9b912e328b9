import type { RequestHandler } from 'express';

/**
 * What the web app may do in the browser. Styles may be inline because Mantine injects style elements, and its scroll
 * lock is refused even with a nonce. There is no form-action: Chromium applies it to the redirects of a sign-in.
 */
const webPolicy = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

/** What the app never asks the browser for. */
const permissions = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];

const oneYearSeconds = 31_536_000;

/**
 * The browser policies every answer carries; HSTS only where the public address is https. Whoever opened the desk in a
 * window holds no handle of it (Cross-Origin-Opener-Policy), while the app keeps that of its own sign-in window.
 */
export const protect =
  (publicUrl: string): RequestHandler =>
  (_req, res, next) => {
    res.setHeader('Content-Security-Policy', webPolicy);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('X-Frame-Options', 'DENY'); // says frame-ancestors to browsers that do not know it
    res.setHeader('Permissions-Policy', permissions.map(feature => `${feature}=()`).join(', '));
    res.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
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
