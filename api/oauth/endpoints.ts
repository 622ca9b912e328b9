import type { RequestHandler } from 'express';
import { ApiError } from '../http/errors.ts';
import { idWithoutSecret } from './clients/client-authentication.ts';
import { queryOf } from './query.ts';

/** The endpoints that clients call without a browser; the token endpoint is below the base of the API too. */
export const clientEndpoints = ['/oauth/token', '/v1/oauth/token', '/oauth/revoke', '/oauth/introspect'];

/** What the library reads of a form at the most. */
const maxFormBytes = 56 * 1024;
const formType = 'application/x-www-form-urlencoded';

/** Answers OPTIONS, and any method but these with 405 (RFC 9110 15.5.6). */
export const only = (...methods: string[]): RequestHandler => {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return (request, response, next) => {
    if (request.method === 'OPTIONS') return void response.set('Allow', allow).status(204).end();
    if (allow.split(', ').includes(request.method)) return next();
    throw new ApiError('method_not_allowed', `Use ${methods.join(' or ')} here.`, { headers: { Allow: allow } });
  };
};

/** Refuses what is no form with 415, and one that is too large with 413. */
export const formOnly: RequestHandler = (request, _response, next) => {
  const type = (request.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const length = request.get('Content-Length');
  const hasBody = length !== '0' && (length !== undefined || request.get('Transfer-Encoding') !== undefined);
  if (type !== formType && (type !== '' || hasBody)) {
    throw new ApiError('unsupported_media_type', `Send a form: ${formType}.`, { headers: { Accept: formType } });
  }
  if (Number(length ?? 0) > maxFormBytes) throw new ApiError('too_large', 'The form is larger than 56 KiB.');
  next();
};

/** Takes an empty secret for none: who sent it is named in the form, as if the client had done so. */
export const emptySecretIsNone: RequestHandler = (request, _response, next) => {
  const id = idWithoutSecret(request.get('Authorization'));
  if (id !== null) {
    delete request.headers.authorization;
    const named = Buffer.from(`${new URLSearchParams({ client_id: id })}&`);
    request.unshift(named);
    const length = request.get('Content-Length');
    if (length !== undefined) request.headers['content-length'] = String(Number(length) + named.length);
  }
  next();
};

/** Machines get JSON, whatever they say they accept. */
export const jsonOnly: RequestHandler = (request, _response, next) => {
  request.headers.accept = 'application/json';
  next();
};

/** Refuses an address whose percent-encoding is not UTF-8: a state that cannot be read cannot be sent back as it was. */
export const readableQuery: RequestHandler = (request, _response, next) => {
  decodeURIComponent(queryOf(request.url));
  next();
};
