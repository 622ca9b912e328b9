import type { Request } from 'express';
import { ApiError } from './errors.ts';

const tag = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"';
/**
 * Matches `*` or a list of at least one tag, possibly with empty elements (RFC 9110 5.6.1.2). Each blank has one
 * possible match; otherwise a header of some hundred bytes would backtrack for hours.
 */
const tagList = new RegExp(`^(?:\\*|[ \\t,]*${tag}(?:[ \\t]*,[ \\t,]*${tag})*[ \\t,]*)$`);

/**
 * Parses If-Match or If-None-Match: the tags, `['*']` for any, null without the header.
 * @throws ApiError 400 when malformed
 */
export const parseEntityTags = (request: Request, name: 'If-Match' | 'If-None-Match'): string[] | null => {
  const header = request.get(name)?.trim();
  if (header === undefined) return null;
  if (!tagList.test(header)) {
    throw new ApiError('bad_conditional_header', `${name} must be * or a list of entity tags.`);
  }
  return header === '*' ? ['*'] : (header.match(/(?:W\/)?"[^"]*"/g) ?? []);
};

/** Removes the weak prefix: If-None-Match uses weak comparison (RFC 9110 13.1.2). */
export const toOpaqueTag = (tag: string): string => tag.replace(/^W\//, '');
