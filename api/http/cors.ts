import type { RequestHandler } from 'express';

const exposed = [
  'Accept',
  'Accept-Patch',
  'Allow',
  'ETag',
  'Last-Modified',
  'Link',
  'Location',
  'Preference-Applied',
  'Deprecation',
  'Sunset',
  'Retry-After',
  'WWW-Authenticate',
  'Idempotency-Replayed',
  'X-Api-Version',
  'X-Rate-Limit-Limit',
  'X-Rate-Limit-Remaining',
  'X-Rate-Limit-Reset',
  'X-Request-Id',
  'X-Total-Count',
  'X-Total-Count-Exact',
].join(', ');

/** Any origin may call, without credentials: a bearer token is all that counts here, and no cookie does. */
export const cors: RequestHandler = (request, response, next) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', exposed);
  if (request.method === 'OPTIONS') {
    const asked = request.get('Access-Control-Request-Headers');
    response.setHeader('Access-Control-Max-Age', '600');
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
    response.setHeader('Access-Control-Allow-Headers', asked ?? 'Authorization, Content-Type');
  }
  next();
};
