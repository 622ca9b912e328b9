import express, { type Request, type Response } from 'express';
import { parseJson } from '#contract/json';
import { missingBodyError, requireJsonType } from './body-type.ts';
import { ApiError } from './errors.ts';

const maxBytes = 1024 * 1024;
const maxDepth = 32;
const readBytes = express.raw({ type: () => true, limit: maxBytes });
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the body of a request as a JSON object. Checks media type, size and JSON, in that order.
 * @throws ApiError 415 or 400; the error of body-parser if the body is too large, or cannot be received or decompressed
 */
export const readJson = async (request: Request): Promise<Record<string, unknown>> => {
  requireJsonType(request);
  const bytes = await readAll(request);
  if (bytes.length === 0) throw missingBodyError();
  const value = parse(bytes);
  if (!isObject(value)) throw new ApiError('not_an_object', 'The body must be a JSON object.');
  if (measureDepth(value) > maxDepth)
    throw new ApiError('not_json', `The body is nested deeper than ${maxDepth} levels.`);
  return value;
};

const readAll = (request: Request): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // body-parser does not use the response.
    readBytes(request, request.res as Response, (error?: unknown) => {
      if (error) reject(error);
      else resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    });
  });

const parse = (bytes: Buffer): unknown => {
  try {
    return parseJson(utf8.decode(bytes));
  } catch (cause) {
    const isEncodingError = cause instanceof TypeError;
    throw new ApiError(
      isEncodingError ? 'bad_encoding' : 'not_json',
      isEncodingError ? 'The body is not UTF-8.' : 'The body is not JSON: check its quotes, commas and brackets.',
      { cause },
    );
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Measures how deep objects and arrays are nested. Stops one level beyond the maximum. */
const measureDepth = (value: object): number => {
  let depth = 0;
  for (let level: object[] = [value]; level.length > 0 && depth <= maxDepth; depth++) {
    level = level.flatMap(each => Object.values(each).filter(inner => typeof inner === 'object' && inner !== null));
  }
  return depth;
};
