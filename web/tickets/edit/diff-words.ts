/** A piece of text and its offset. `isNew`: its words are not in the previous version. */
export type TextPiece = { text: string; at: number; isNew: boolean };

/**
 * Splits text into pieces of known or new words. Known words are in the previous version. If the previous version is
 * empty, no word is new. Blank text has no pieces.
 */
export function diffWords(before: string, after: string): TextPiece[] {
  const knownWords = new Set(before.match(/\S+/gu));
  const pieces: TextPiece[] = [];
  let at = 0;
  // A word with the spaces around it.
  for (const word of after.match(/\s*\S+\s*/gu) ?? []) {
    const isNew = knownWords.size > 0 && !knownWords.has(word.trim());
    const last = pieces.at(-1);
    if (last?.isNew === isNew) last.text += word;
    else pieces.push({ text: word, at, isNew });
    at += word.length;
  }
  return pieces;
}
