/** Turns typed text into a search query. The last word matches by its beginning, unless a phrase is still open. */
export const toPrefixQuery = (text: string): string =>
  /[\p{L}\p{M}\p{N}]$/u.test(text) && text.split('"').length % 2 === 1 ? `${text}*` : text;

/** Turns a search query into the text to show. */
export const toSearchText = (q: string): string => q.replace(/\*$/, '');
