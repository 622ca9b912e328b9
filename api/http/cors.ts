import type { RequestHandler } from 'express';

const exposedHeaders = [
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

/** Allows every origin, without credentials: the API accepts bearer tokens and no cookies. */
export const cors: RequestHandler = (request, response, next) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
  if (request.method === 'OPTIONS') {
    const requestedHeaders = request.get('Access-Control-Request-Headers');
    response.setHeader('Access-Control-Max-Age', '600');
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
    response.setHeader('Access-Control-Allow-Headers', requestedHeaders ?? 'Authorization, Content-Type');
  }
  next();
};
