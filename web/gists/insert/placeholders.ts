/** A place for a word of one's own: `{name}`, `{card or account}`. */
const placeholder = /\{\p{L}[\p{L}\p{N} _-]{0,60}\}/u;

/** A text in pieces, placeholders apart from what stands between them. */
export function splitAtPlaceholders(text: string): readonly { text: string; isPlaceholder: boolean }[] {
  return text
    .split(new RegExp(`(${placeholder.source})`, 'gu'))
    .map((piece, index) => ({ text: piece, isPlaceholder: index % 2 === 1 }))
    .filter(piece => piece.text !== '');
}

/** The first placeholder of a text at or behind an offset; null where there is none. */
export function findPlaceholder(text: string, from: number): { start: number; end: number } | null {
  const found = placeholder.exec(text.slice(from));
  if (!found) return null;
  const start = from + found.index;
  return { start, end: start + found[0].length };
}
