/** A piece of a text, where it begins, and whether it was not in the text before. */
export type Piece = { words: string; at: number; isNew: boolean };

/** Words beyond this many are not compared: the table of a comparison has a cell for each two. */
const mostWords = 600;

/** A text in pieces: those it has in common with the text before, and those that are new. Together they are the text. */
export function wordsOf(before: string, after: string): Piece[] {
  const old = splitWords(before);
  const words = splitWords(after);
  if (old.length === 0 || old.length > mostWords || words.length > mostWords)
    return [{ words: after, at: 0, isNew: false }];
  const kept = findKept(old, words);
  const pieces: Piece[] = [];
  let at = 0;
  for (const [index, word] of words.entries()) {
    const isNew = !kept.has(index);
    const last = pieces.at(-1);
    if (last?.isNew === isNew) last.words += word;
    else pieces.push({ words: word, at, isNew });
    at += word.length;
  }
  return pieces;
}

/** Each word with the spaces after it. */
const splitWords = (text: string): string[] => text.match(/\s*\S+\s*/gu) ?? [];

/** The places in `words` of a longest common subsequence. */
function findKept(old: readonly string[], words: readonly string[]): Set<number> {
  const isSame = (i: number, j: number): boolean => old[i]?.trim() === words[j]?.trim();
  // longest[i][j]: of what follows from i and j on.
  const longest = Array.from({ length: old.length + 1 }, () => new Uint16Array(words.length + 1));
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = words.length - 1; j >= 0; j--) {
      const row = longest[i];
      if (row) row[j] = isSame(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const kept = new Set<number>();
  for (let i = 0, j = 0; i < old.length && j < words.length; ) {
    if (isSame(i, j)) {
      kept.add(j);
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return kept;
}
