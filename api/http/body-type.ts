import type { Request } from 'express';
import { ApiError } from './errors.ts';

/** Lists the media types of a JSON body. A merge patch also has its own type (RFC 7396). */
export const listAcceptedTypes = (method: string): string[] =>
  method === 'PATCH' ? ['application/json', 'application/merge-patch+json'] : ['application/json'];

/** Accepted content codings; the size limit applies to the decoded body. */
const acceptedCodings = ['gzip', 'deflate', 'br', 'identity'];

/** Checks Content-Type and Content-Encoding. @throws ApiError 415; 400 when both the type and the body are missing */
export const requireJsonType = (request: Request): void => {
  if (!request.get('Content-Type') && !hasBody(request)) throw missingBodyError();
  if (!hasJsonType(request)) {
    throw unsupported(request, `Send the body as ${listAcceptedTypes(request.method).join(' or ')} in UTF-8.`);
  }
  const coding = readCoding(request);
  if (acceptedCodings.includes(coding)) return;
  const codings = acceptedCodings.join(', ');
  // Accept-Encoding lists the supported codings (RFC 9110 12.5.3).
  throw unsupported(request, `Content-Encoding must be one of ${codings}.`, { 'Accept-Encoding': codings });
};

export const missingBodyError = (): ApiError => new ApiError('body_missing', 'A JSON object is required as the body.');

/** Returns whether the headers announce a body (RFC 9112 6.3). */
export const hasBody = (request: Request): boolean =>
  request.get('Transfer-Encoding') !== undefined || Number(request.get('Content-Length') ?? 0) > 0;

/** Returns the content coding in lower case; `identity` without the header. */
const readCoding = (request: Request): string => request.get('Content-Encoding')?.trim().toLowerCase() ?? 'identity';

const hasJsonType = (request: Request): boolean => {
  const [type = '', ...parameters] = (request.get('Content-Type') ?? '')
    .split(';')
    .map(part => part.trim().toLowerCase());
  const charset = parameters.find(parameter => parameter.startsWith('charset='));
  return (
    listAcceptedTypes(request.method).includes(type) && (charset === undefined || /^charset="?utf-?8"?$/.test(charset))
  );
};

/** Creates the 415. Accept (RFC 9110 15.5.16) and, for PATCH, Accept-Patch (RFC 5789) list the supported types. */
const unsupported = ({ method }: Request, description: string, headers: Record<string, string> = {}): ApiError => {
  const accept = listAcceptedTypes(method).join(', ');
  return new ApiError('unsupported_media_type', description, {
    headers: { Accept: accept, ...(method === 'PATCH' && { 'Accept-Patch': accept }), ...headers },
  });
};

/** Checks that a body of any type has no content coding. @throws ApiError 415 */
export const requireNoCoding = (request: Request): void => {
  if (readCoding(request) === 'identity') return;
  throw new ApiError('unsupported_media_type', 'Send the file without a content coding.', {
    headers: { Accept: '*/*', 'Accept-Encoding': 'identity' },
  });
};

/** Checks the Content-Type of an upload, and that it has no content coding. @throws ApiError 415; 400 without a body */
export const requireUploadType = (request: Request, type: string): void => {
  if (!hasBody(request)) throw new ApiError('body_missing', `A body of the type ${type} is required.`);
  const [sent = ''] = (request.get('Content-Type') ?? '').split(';', 1);
  const coding = readCoding(request);
  if (sent.trim().toLowerCase() === type && coding === 'identity') return;
  throw new ApiError('unsupported_media_type', `Send the body as ${type}, without a content coding.`, {
    headers: { Accept: type, ...(coding !== 'identity' && { 'Accept-Encoding': 'identity' }) },
  });
};
