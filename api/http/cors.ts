import type { Request, RequestHandler } from 'express';
import type { HttpResponse } from './response.ts';

const exposedHeaders = [
  'Accept',
  'Accept-Patch',
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
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
  'X-Remote-Pictures',
  'X-Request-Id',
  'X-Sender-Authentication',
  'X-Total-Count',
  'X-Total-Count-Exact',
].join(', ');

/** Allows every origin, without credentials: the API accepts bearer tokens and no cookies. */
export const cors: RequestHandler = (request, response, next) => {
  for (const [name, value] of Object.entries(corsHeaders)) response.setHeader(name, value);
  setOriginHeaders(request, response);
  next();
};

export const corsHeaders = { 'Access-Control-Allow-Origin': '*' };

/** Sets the headers that only browsers read: for requests with an Origin, and for OPTIONS. */
export const setOriginHeaders = (request: Request, response: HttpResponse): void => {
  if (request.headers.origin !== undefined) response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
  if (request.method !== 'OPTIONS') return;
  const requestedHeaders = request.get('Access-Control-Request-Headers');
  response.setHeader('Access-Control-Max-Age', '600');
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
  response.setHeader('Access-Control-Allow-Headers', requestedHeaders ?? 'Authorization, Content-Type');
};
