import type { RequestHandler } from 'express';
import { ApiError } from './errors.ts';

/** The parser's own limit lies above what we allow, so that we can answer in our words. */
export const parserHeaderBytes = 32 * 1024;
const maxAddressBytes = 8 * 1024;
const maxHeaderBytes = 16 * 1024;

/** 414 above 8 KiB of address, 431 above 16 KiB of header fields. */
export const requestSize: RequestHandler = (request, _response, next) => {
  if (request.originalUrl.length > maxAddressBytes)
    throw new ApiError('uri_too_long', 'The address is longer than 8 KiB.');
  const headerBytes = request.rawHeaders.reduce((sum, part) => sum + part.length + 2, 0);
  if (headerBytes > maxHeaderBytes)
    throw new ApiError('headers_too_large', 'The header fields are larger than 16 KiB.');
  next();
};
