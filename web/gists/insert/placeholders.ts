/** Matches `{name}` and `{card or account}`. */
const placeholder = /\{\p{L}[\p{L}\p{N} _-]{0,60}\}/u;

/** Splits a string into placeholders and the text between them. */
export function splitAtPlaceholders(text: string): readonly { text: string; isPlaceholder: boolean }[] {
  return text
    .split(new RegExp(`(${placeholder.source})`, 'gu'))
    .map((piece, index) => ({ text: piece, isPlaceholder: index % 2 === 1 }))
    .filter(piece => piece.text !== '');
}

/** Returns the first placeholder at or after an offset; null without a placeholder. */
export function findPlaceholder(text: string, from: number): { start: number; end: number } | null {
  const match = placeholder.exec(text.slice(from));
  if (!match) return null;
  const start = from + match.index;
  return { start, end: start + match[0].length };
}
