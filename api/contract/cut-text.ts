/** Cuts a text to a length in UTF-16 code units. Cuts one unit more rather than split a surrogate pair. */
export const cutText = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
