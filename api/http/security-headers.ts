import type { RequestHandler } from 'express';

/**
 * What keeps an answer from being taken for something else by a browser, framed, or read by a page of another site that has
 * not asked by CORS. Pages set policies of their own.
 */
export const securityValues: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

/** Whoever came by https once never comes by anything else: for a year from each visit (RFC 6797). */
const httpsOnly = { 'Strict-Transport-Security': 'max-age=31536000' };

/** Puts them on every answer. @param publicUrl where browsers reach this; HSTS is for https alone */
export const securityHeaders = (publicUrl: string): RequestHandler => {
  const headers = Object.entries({ ...securityValues, ...(publicUrl.startsWith('https:') && httpsOnly) });
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
};

/** What a page of ours never asks the browser for. */
export const permissionsPolicy = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map(feature => `${feature}=()`)
  .join(', ');
