/** Converts typed text to a search query. A word at its end matches as a prefix, except in an unclosed phrase. */
export const toPrefixQuery = (text: string): string =>
  /[\p{L}\p{M}\p{N}]$/u.test(text) && text.split('"').length % 2 === 1 ? `${text}*` : text;

/** Converts a search query to the text of the search field. */
export const toSearchText = (q: string): string => q.replace(/\*$/, '');
