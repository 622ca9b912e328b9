import type { Request, RequestHandler } from 'express';
import { crossOrigin } from '../problems.ts';

/** The header that protected endpoints require. Forms of other sites cannot send it; their scripts need CORS. */
export const csrfHeader = { 'X-CSRF': '1' } as const;

/** Checks fetch metadata or else Origin; false if both are missing. */
function isSameOrigin(req: Request, publicUrl: string): boolean {
  const site = req.headers['sec-fetch-site'];
  return site === undefined ? req.headers.origin === publicUrl : site === 'same-origin';
}

/** Responds 403 to requests from other origins. Protects unsafe methods and reads of personal data. */
export const sameOriginOnly =
  (publicUrl: string): RequestHandler =>
  (req, _res, next) => {
    if (req.headers['x-csrf'] !== '1') return next(crossOrigin('The header X-CSRF: 1 is missing.'));
    next(isSameOrigin(req, publicUrl) ? undefined : crossOrigin('The request comes from another origin.'));
  };

/** Responds 403 to frames, fetches and prefetches: only a navigation starts a sign-in. */
export const navigationOnly: RequestHandler = (req, _res, next) => {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination, 'sec-purpose': purpose } = req.headers;
  const isNavigation = (mode ?? 'navigate') === 'navigate' && (destination ?? 'document') === 'document' && !purpose;
  next(isNavigation ? undefined : crossOrigin('Open this address in a browser window to sign in.'));
};

/**
 * Responds 403 to file requests from other sites. The app loads files without the CSRF header. A Sec-Fetch-Site of
 * `none` means that a person opens the address. Without fetch metadata, Referer or Origin must be ours.
 */
export const ownPagesOnly =
  (publicUrl: string): RequestHandler =>
  (req, _res, next) =>
    next(isOwnPage(req, publicUrl) ? undefined : crossOrigin('Open this file from Stardesk.'));

const isOwnPage = ({ headers }: Request, publicUrl: string): boolean => {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination, origin, referer } = headers;
  if (site === 'none') return mode === 'navigate' && destination === 'document';
  if (site !== undefined) return site === 'same-origin';
  return origin === publicUrl || (referer !== undefined && URL.parse(referer)?.origin === publicUrl);
};
