import type { Request } from 'express';

/**
 * Builds the headers with the caller's token, address and request id. The API trusts the address if its TRUST_PROXY
 * names the bff; addresses that the browser claims are ignored.
 */
export const createCallerHeaders = (req: Request, accessToken: string): Record<string, string> => ({
  authorization: `Bearer ${accessToken}`,
  'x-request-id': String(req.id),
  ...(req.ip !== undefined && { 'x-forwarded-for': req.ip }), // undefined once the browser has disconnected
});
