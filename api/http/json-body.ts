import express, { type Request, type Response } from 'express';
import { ApiError } from './errors.ts';

const maxBytes = 1024 * 1024;
const maxDepth = 32;
const readBytes = express.raw({ type: () => true, limit: maxBytes });
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The media types a JSON body comes in; a merge patch has one of its own (RFC 7396). */
export const acceptedTypes = (method: string): string[] =>
  method === 'PATCH' ? ['application/json', 'application/merge-patch+json'] : ['application/json'];

/**
 * Reads the body of a request as a JSON object: media type, size, JSON, in that order.
 * @throws ApiError 415, 413, 400
 */
export const readJson = async (request: Request, response: Response): Promise<Record<string, unknown>> => {
  requireJson(request);
  const bytes = await readAll(request, response);
  if (bytes.length === 0) throw new ApiError('body_missing', 'This needs a JSON object as its body.');
  const value = parse(bytes);
  if (!isObject(value)) throw new ApiError('not_an_object', 'The body is JSON, but not an object.');
  if (depthOf(value) > maxDepth) throw new ApiError('not_json', `The body is nested deeper than ${maxDepth} levels.`);
  return value;
};

const requireJson = (request: Request): void => {
  const types = acceptedTypes(request.method);
  const [type = '', ...parameters] = (request.get('Content-Type') ?? '')
    .split(';')
    .map(part => part.trim().toLowerCase());
  const charset = parameters.find(parameter => parameter.startsWith('charset='));
  if (types.includes(type) && (charset === undefined || /^charset="?utf-?8"?$/.test(charset))) return;
  // RFC 9110 15.5.16: Accept and, for PATCH, Accept-Patch (RFC 5789) say what is taken.
  const accept = types.join(', ');
  throw new ApiError('unsupported_media_type', `Send the body as ${types.join(' or ')} in UTF-8.`, {
    headers: request.method === 'PATCH' ? { Accept: accept, 'Accept-Patch': accept } : { Accept: accept },
  });
};

const readAll = (request: Request, response: Response): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    readBytes(request, response, (error?: unknown) => {
      if (error) reject(error);
      else resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    });
  });

const parse = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    const encoding = cause instanceof TypeError;
    throw new ApiError(
      encoding ? 'bad_encoding' : 'not_json',
      encoding ? 'The body is not UTF-8.' : 'The body is not JSON: check its quotes, commas and brackets.',
      { cause },
    );
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const depthOf = (value: unknown): number => {
  let depth = 0;
  let level: unknown[] = [value];
  while (level.length > 0 && depth <= maxDepth) {
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    depth++;
  }
  return depth;
};
