import type { RequestHandler } from 'express';
import { ApiError } from '../http/errors.ts';
import { findIdWithEmptySecret } from './clients/client-authentication.ts';

/** Paths of the endpoints that clients call without a browser. */
export const clientPaths = ['/oauth/token', '/oauth/revoke', '/oauth/introspect'];

/** `clientPaths` and the second path of the token endpoint. */
export const clientEndpoints = [...clientPaths, '/v1/oauth/token'];

/** oidc-provider's limit for a form. */
const maxFormBytes = 56 * 1024;
const formType = 'application/x-www-form-urlencoded';

/** Responds with 204 to OPTIONS, and with 405 to a method that is not allowed (RFC 9110 15.5.6). */
export const restrictMethods = (...methods: string[]): RequestHandler => {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return (request, response, next) => {
    if (request.method === 'OPTIONS') {
      response.setHeader('Allow', allow).statusCode = 204;
      return void response.end();
    }
    if (allow.split(', ').includes(request.method)) return next();
    throw new ApiError('method_not_allowed', `Use ${methods.join(' or ')} here.`, { headers: { Allow: allow } });
  };
};

/**
 * Responds with 415 unless the Content-Type is a form; an empty body needs no Content-Type. Responds with 413 to a form
 * whose Content-Length is too large.
 */
export const requireForm: RequestHandler = (request, _response, next) => {
  const type = (request.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const length = request.get('Content-Length');
  const hasBody = length !== '0' && (length !== undefined || request.get('Transfer-Encoding') !== undefined);
  if (type !== formType && (type !== '' || hasBody)) {
    throw new ApiError('unsupported_media_type', `Send a form: ${formType}.`, { headers: { Accept: formType } });
  }
  if (Number(length ?? 0) > maxFormBytes) throw new ApiError('too_large', 'The form is larger than 56 KiB.');
  next();
};

/** Treats a client with an empty Basic secret as a public client. Moves the client id from the header to the form. */
export const normalizeEmptySecret: RequestHandler = (request, _response, next) => {
  const id = findIdWithEmptySecret(request.get('Authorization'));
  if (id !== null) {
    delete request.headers.authorization;
    const prefix = Buffer.from(`${new URLSearchParams({ client_id: id })}&`);
    request.unshift(prefix);
    const length = request.get('Content-Length');
    if (length !== undefined) request.headers['content-length'] = String(Number(length) + prefix.length);
  }
  next();
};

/** Makes oidc-provider respond with JSON, regardless of Accept. */
export const forceJsonResponse: RequestHandler = (request, _response, next) => {
  request.headers.accept = 'application/json';
  next();
};

/** Rejects a query with malformed percent-encoding: its `state` could not be returned unchanged. @throws URIError */
export const requireValidQuery: RequestHandler = (request, _response, next) => {
  decodeURIComponent(getRawQuery(request.url));
  next();
};

/** Returns the raw query of a URL, or an empty string. A query can itself contain `?` (RFC 3986 3.4). */
export const getRawQuery = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
