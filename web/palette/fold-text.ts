/** Replacements of letters without a Unicode decomposition. */
const replacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

/** A text without case and accents. `positions[i]` is the position of the i-th code unit in the original. */
export type FoldedText = { text: string; positions: readonly number[] };

/** Removes case and accents from a text, and maps each code unit to its original position. */
export function foldWithPositions(original: string): FoldedText {
  let text = '';
  const positions: number[] = [];
  let position = 0;
  for (const letter of original) {
    const plain = letter <= '\x7f' ? letter.toLowerCase() : withoutAccent(letter);
    text += plain;
    for (let index = 0; index < plain.length; index++) positions.push(position);
    position += letter.length;
  }
  return { text, positions };
}

function withoutAccent(letter: string): string {
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return replacements[plain] ?? plain;
}
