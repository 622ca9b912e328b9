/** A piece of text, its offset, and true if the previous text lacks it. */
export type TextPiece = { text: string; at: number; isNew: boolean };

/** Longer text is not compared, because the time is quadratic. */
const maxWords = 600;

/** Splits text into common and new pieces, compared with its previous version. */
export function diffWords(before: string, after: string): TextPiece[] {
  const old = splitWords(before);
  const words = splitWords(after);
  if (old.length === 0 || old.length > maxWords || words.length > maxWords)
    return [{ text: after, at: 0, isNew: false }];
  const common = findCommon(old, words);
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const [index, word] of words.entries()) {
    const isNew = !common.has(index);
    const last = pieces.at(-1);
    if (last?.isNew === isNew) last.text += word;
    else pieces.push({ text: word, at, isNew });
    at += word.length;
  }
  return pieces;
}

/** Returns the words with the spaces around them. */
const splitWords = (text: string): string[] => text.match(/\s*\S+\s*/gu) ?? [];

/** Returns the indexes in `words` of a longest common subsequence. */
function findCommon(old: readonly string[], words: readonly string[]): Set<number> {
  const isSame = (i: number, j: number): boolean => old[i]?.trim() === words[j]?.trim();
  // longest[i][j] is the length for old[i…] and words[j…].
  const longest = Array.from({ length: old.length + 1 }, () => new Uint16Array(words.length + 1));
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = words.length - 1; j >= 0; j--) {
      const row = longest[i];
      if (row) row[j] = isSame(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const common = new Set<number>();
  for (let i = 0, j = 0; i < old.length && j < words.length; ) {
    if (isSame(i, j)) {
      common.add(j);
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return common;
}
