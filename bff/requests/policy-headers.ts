import type { RequestHandler } from 'express';
import { permissionsPolicy, toHstsHeader } from '#server/browser-policies';

/**
 * The content security policy of the web app. Inline styles are allowed because Mantine injects style elements, and its
 * scroll lock fails even with a nonce. The browser submits no form: scripts send the data, and a sign-in is a link.
 * base-uri, form-action and frame-ancestors do not fall back to default-src (CSP level 3).
 */
const webPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Builds the policy headers. Cross-Origin-Opener-Policy cuts the opener's reference to the app, but keeps the app's
 * reference to its sign-in window. X-Frame-Options is for browsers without frame-ancestors.
 */
const createPolicies = (publicUrl: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': webPolicy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': permissionsPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  ...toHstsHeader(publicUrl),
});

/** Sets the policy headers of every response; HSTS only if the public URL is https. */
export function setPolicyHeaders(publicUrl: string): RequestHandler {
  const policies = Object.entries(createPolicies(publicUrl));
  return (_req, res, next) => {
    for (const [name, value] of policies) res.setHeader(name, value);
    next();
  };
}

/** Prevents caching of a response, and Referer headers with its URL: the URL of /auth contains a code and a state. */
export const confidential: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Referrer-Policy', 'no-referrer');
  next();
};
