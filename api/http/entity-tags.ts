import type { Request } from 'express';
import { ApiError } from './errors.ts';

const tag = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"';
/**
 * `*`, or a comma list; a list may hold empty elements (RFC 9110 5.6.1.2), but not only these. No blank can be matched in
 * two ways: else a header of some hundred bytes would keep us busy for hours.
 */
const tagList = new RegExp(`^(?:\\*|[ \\t,]*${tag}(?:[ \\t]*,[ \\t,]*${tag})*[ \\t,]*)$`);

/**
 * The tags of If-Match or If-None-Match, `['*']` for any, null without the header.
 * @throws ApiError 400 for what is neither
 */
export const tagsOf = (request: Request, name: 'If-Match' | 'If-None-Match'): string[] | null => {
  const header = request.get(name)?.trim();
  if (header === undefined) return null;
  if (!tagList.test(header)) {
    throw new ApiError('bad_conditional_header', `${name} is neither * nor a list of entity tags.`);
  }
  return header === '*' ? ['*'] : (header.match(/(?:W\/)?"[^"]*"/g) ?? []);
};

/** A tag without what makes it weak: If-None-Match compares weakly (RFC 9110 13.1.2). */
export const opaqueTag = (tag: string): string => tag.replace(/^W\//, '');
