import type { Request } from 'express';
import { ApiError } from './errors.ts';

/** The media types a JSON body comes in; a merge patch has one of its own (RFC 7396). */
export const acceptedTypes = (method: string): string[] =>
  method === 'PATCH' ? ['application/json', 'application/merge-patch+json'] : ['application/json'];

/** The codings a body may come in; it is measured decoded. */
const acceptedCodings = ['gzip', 'deflate', 'br', 'identity'];

/** Holds the headers of a body against what is taken. @throws ApiError 415; 400 when there is neither a type nor a body */
export const requireJsonType = (request: Request): void => {
  if (!request.get('Content-Type') && !hasBody(request)) throw bodyMissing();
  if (!isJson(request)) {
    throw refusal(request, `Send the body as ${acceptedTypes(request.method).join(' or ')} in UTF-8.`);
  }
  const coding = request.get('Content-Encoding')?.trim().toLowerCase() ?? 'identity';
  if (acceptedCodings.includes(coding)) return;
  const codings = acceptedCodings.join(', ');
  // RFC 9110 12.5.3: Accept-Encoding says which are understood.
  throw refusal(request, `This Content-Encoding is none of ${codings}.`, { 'Accept-Encoding': codings });
};

export const bodyMissing = (): ApiError => new ApiError('body_missing', 'This needs a JSON object as its body.');

/** Whether a body was announced (RFC 9112 6.3). Without one there is no type that could be wrong. */
const hasBody = (request: Request): boolean =>
  request.get('Transfer-Encoding') !== undefined || Number(request.get('Content-Length') ?? 0) > 0;

const isJson = (request: Request): boolean => {
  const [type = '', ...parameters] = (request.get('Content-Type') ?? '')
    .split(';')
    .map(part => part.trim().toLowerCase());
  const charset = parameters.find(parameter => parameter.startsWith('charset='));
  return (
    acceptedTypes(request.method).includes(type) && (charset === undefined || /^charset="?utf-?8"?$/.test(charset))
  );
};

/** RFC 9110 15.5.16: Accept and, for PATCH, Accept-Patch (RFC 5789) say what is taken. */
const refusal = ({ method }: Request, description: string, headers: Record<string, string> = {}): ApiError => {
  const accept = acceptedTypes(method).join(', ');
  return new ApiError('unsupported_media_type', description, {
    headers: { Accept: accept, ...(method === 'PATCH' && { 'Accept-Patch': accept }), ...headers },
  });
};
