/** Cuts a text to a length in UTF-16 code units; one less if that would cut a surrogate pair in half. */
export const cutText = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
