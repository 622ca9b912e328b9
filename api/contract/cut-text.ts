/** Cuts a text to at most `maxLength` UTF-16 code units, without splitting a surrogate pair. */
export const cutText = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
