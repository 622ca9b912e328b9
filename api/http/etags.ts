import type { Request } from 'express';
import { ApiError } from './errors.ts';

const etag = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"';
/**
 * Matches `*` or a list of at least one ETag. The list may have empty elements (RFC 9110 5.6.1.2). Each blank can match
 * in only one way. Otherwise, matching a header of a few hundred bytes could take hours.
 */
const etagList = new RegExp(`^(?:\\*|[ \\t,]*${etag}(?:[ \\t]*,[ \\t,]*${etag})*[ \\t,]*)$`);

/**
 * Parses If-Match or If-None-Match: the ETags, `['*']` for any, null without the header.
 * @throws ApiError 400 when malformed
 */
export const parseEtags = (request: Request, name: 'If-Match' | 'If-None-Match'): string[] | null => {
  const header = request.get(name)?.trim();
  if (header === undefined) return null;
  if (!etagList.test(header)) {
    throw new ApiError('bad_conditional_header', `${name} must be * or a list of ETags.`);
  }
  return header === '*' ? ['*'] : (header.match(/(?:W\/)?"[^"]*"/g) ?? []);
};

/** Removes the weak prefix: If-None-Match uses weak comparison (RFC 9110 13.1.2). */
export const toOpaqueEtag = (etag: string): string => etag.replace(/^W\//, '');
