/** Letters that Unicode does not take apart. */
const apart: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th' };

/** A text without case and accents. `places[i]` is where in the original the i-th unit of `text` comes from. */
export type Folded = { text: string; places: readonly number[] };

/** Takes case and accents off a text, and remembers where each unit of what is left stood. */
export function fold(original: string): Folded {
  let text = '';
  const places: number[] = [];
  let place = 0;
  for (const letter of original) {
    const plain = letter <= '\x7f' ? letter.toLowerCase() : withoutAccent(letter);
    text += plain;
    for (let index = 0; index < plain.length; index++) places.push(place);
    place += letter.length;
  }
  return { text, places };
}

function withoutAccent(letter: string): string {
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return apart[plain] ?? plain;
}
