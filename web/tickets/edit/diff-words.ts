/** A piece of text and its offset. `isNew`: the previous text lacks it. */
export type TextPiece = { text: string; at: number; isNew: boolean };

/**
 * Splits text into known and new words, compared with its previous version. No word is new if the previous version is
 * empty. Blank text has no pieces.
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
