import type { RequestHandler } from 'express';
import { nonPageHeaders, toHstsHeader } from '#server/browser-policies';

/**
 * Puts on every answer what guards it in a browser; what may be read by pages of other sites says so by CORS, and pages set
 * policies of their own. @param publicUrl where browsers reach this
 */
export const securityHeaders = (publicUrl: string): RequestHandler => {
  const headers = Object.entries({ ...nonPageHeaders, ...toHstsHeader(publicUrl) });
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
};
