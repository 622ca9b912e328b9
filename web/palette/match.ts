import { type Folded, fold } from './fold.ts';

/** Where the query was found in a label: `[from, to)` in its units, in order, without overlaps. */
export type Range = readonly [from: number, to: number];

/** How well a label fits a query; more is better. */
export type Match = { score: number; ranges: readonly Range[] };

type Word = { from: number; text: string };

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index, 0: found }) => ({ from: index, text: found }));

/** What a word of the query is worth where it is a whole word, begins one, is inside one, or is one with gaps. */
const worth = { whole: 100, beginning: 80, initials: 60, inside: 40, gaps: 25 } as const;
/** Words that stand for a label without being in it. */
const hiddenShare = 0.6;
/** A word of fewer letters is found inside of too many others. */
const shortestInside = 3;
const shortestWithGaps = 4;
/** How much of a stretch with gaps must be letters of the query. */
const densest = 0.7;

/**
 * How a label fits a query: each word of the query is a word of the label, begins one, is inside one, or is one with
 * letters left out ("prioty"); or the query is the initials of several. Case and accents do not count. Null where a word
 * of the query is nowhere. An empty query fits everything.
 *
 * @param hidden further words that stand for the same
 */
export function match(query: string, label: string, hidden = ''): Match | null {
  const folded = fold(label);
  const asked = wordsOf(fold(query).text);
  if (asked.length === 0) return query.trim() === '' ? { score: 0, ranges: [] } : null;
  const words = wordsOf(folded.text);
  const hiddenWords = wordsOf(fold(hidden).text);
  let score = 0;
  const found: Range[] = [];
  for (const { text } of asked) {
    const inLabel = best(text, words);
    const inHidden = best(text, hiddenWords);
    const hiddenScore = (inHidden?.score ?? 0) * hiddenShare;
    if (!inLabel && !inHidden) return null;
    if (inLabel && inLabel.score >= hiddenScore) {
      score += inLabel.score;
      found.push(...inLabel.ranges);
    } else score += hiddenScore;
  }
  return { score: score / asked.length, ranges: unite(found, folded) };
}

function best(asked: string, words: readonly Word[]): Match | null {
  const candidates = words.flatMap((word, index) => findIn(asked, word, index === 0) ?? []);
  const initials = findInitials(asked, words);
  if (initials) candidates.push(initials);
  return candidates.sort((one, other) => other.score - one.score)[0] ?? null;
}

/** The first word counts a little more: it is what a label is about. */
function findIn(asked: string, { from, text }: Word, isFirst: boolean): Match | null {
  const bonus = isFirst ? 5 : 0;
  const range = (start: number): Range[] => [[from + start, from + start + asked.length]];
  if (text === asked) return { score: worth.whole + bonus, ranges: range(0) };
  if (text.startsWith(asked))
    return { score: worth.beginning + bonus + (10 * asked.length) / text.length, ranges: range(0) };
  const inside = asked.length < shortestInside ? -1 : text.indexOf(asked);
  if (inside > 0) return { score: worth.inside, ranges: range(inside) };
  const gaps = findWithGaps(asked, text);
  return gaps && { score: worth.gaps, ranges: gaps.map(place => [from + place, from + place + 1]) };
}

function findWithGaps(asked: string, text: string): number[] | null {
  if (asked.length < shortestWithGaps || asked[0] !== text[0]) return null;
  const places: number[] = [];
  for (const letter of asked) {
    const place = text.indexOf(letter, (places.at(-1) ?? -1) + 1);
    if (place < 0) return null;
    places.push(place);
  }
  const span = (places.at(-1) ?? 0) + 1;
  return asked.length / span >= densest ? places : null;
}

function findInitials(asked: string, words: readonly Word[]): Match | null {
  if (asked.length < 2) return null;
  const start = words.findIndex((_, index) =>
    [...asked].every((letter, step) => words[index + step]?.text.startsWith(letter)),
  );
  if (start < 0) return null;
  const ranges = words.slice(start, start + asked.length).map(({ from }): Range => [from, from + 1]);
  return { score: worth.initials, ranges };
}

/** Ranges of the folded label as ranges of the label itself, put together where they touch. */
function unite(ranges: readonly Range[], { places }: Folded): Range[] {
  const marked = new Set(ranges.flatMap(([from, to]) => places.slice(from, to)));
  const united: [number, number][] = [];
  for (const place of [...marked].sort((one, other) => one - other)) {
    const next = places.find(other => other > place) ?? place + 1;
    const last = united.at(-1);
    if (last?.[1] === place) last[1] = next;
    else united.push([place, next]);
  }
  return united;
}
