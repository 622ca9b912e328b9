import type { Request } from 'express';
import { ApiError } from './errors.ts';

/**
 * The limit of Node's HTTP parser. It is above the application's limits, so that the application writes the error
 * response.
 */
export const parserHeaderBytes = 32 * 1024;
export const maxUrlBytes = 8 * 1024;
const maxHeaderBytes = 16 * 1024;

/** Rejects large requests. @throws ApiError 414 for a URL above 8 KiB, 431 for headers above 16 KiB */
export const checkRequestSize = (request: Request): void => {
  if (request.originalUrl.length > maxUrlBytes) throw new ApiError('uri_too_long', 'The URL is longer than 8 KiB.');
  const headerBytes = request.rawHeaders.reduce((sum, part) => sum + part.length + 2, 0);
  if (headerBytes > maxHeaderBytes) throw new ApiError('headers_too_large', 'The headers are larger than 16 KiB.');
};
