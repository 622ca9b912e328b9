import type { Request, RequestHandler } from 'express';
import { crossSite } from '../problems.ts';

/** The header every caller of a protected address sends: another site's form cannot, its script would need our consent. */
export const csrfHeader = { 'X-CSRF': '1' } as const;

/** True when the browser itself says that our own pages are asking: fetch metadata, else Origin; neither is a no. */
function comesFromUs(req: Request, publicUrl: string): boolean {
  const site = req.headers['sec-fetch-site'];
  return site === undefined ? req.headers.origin === publicUrl : site === 'same-origin';
}

/** 403 unless the request is our own page's doing. For unsafe methods, and for reads that answer with a person's data. */
export const sameOriginOnly =
  (publicUrl: string): RequestHandler =>
  (req, _res, next) => {
    if (req.headers['x-csrf'] !== '1') return next(crossSite('The header X-CSRF: 1 is missing.'));
    next(comesFromUs(req, publicUrl) ? undefined : crossSite('The request comes from another site.'));
  };

/** 403 for frames, fetches and prefetches: starting a sign-in is for a person who navigates. */
export const navigationOnly: RequestHandler = (req, _res, next) => {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination, 'sec-purpose': purpose } = req.headers;
  const navigates = (mode ?? 'navigate') === 'navigate' && (destination ?? 'document') === 'document' && !purpose;
  next(navigates ? undefined : crossSite('A sign-in starts by opening this address in a window of its own.'));
};
