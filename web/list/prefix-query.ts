/** Converts typed text to a search query. The last word matches as a prefix, unless a phrase is still open. */
export const toPrefixQuery = (text: string): string =>
  /[\p{L}\p{M}\p{N}]$/u.test(text) && text.split('"').length % 2 === 1 ? `${text}*` : text;

/** Converts a search query to the text to show. */
export const toSearchText = (q: string): string => q.replace(/\*$/, '');
