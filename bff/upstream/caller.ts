import type { Request } from 'express';

/**
 * The header fields that tell the API on whose behalf a request is made, and under which number both log it. It believes
 * the address where its own TRUST_PROXY names the bff; what the browser claims has no part in it.
 */
export const callerHeaders = (req: Request, accessToken: string): Record<string, string> => ({
  authorization: `Bearer ${accessToken}`,
  'x-request-id': String(req.id),
  ...(req.ip !== undefined && { 'x-forwarded-for': req.ip }), // undefined once the browser has left
});
