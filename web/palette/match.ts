import { transcribeText } from '../api-client/normalize-text.ts';

/** A matching part of a label: `[from, to)` in code units. */
export type MatchRange = readonly [from: number, to: number];

/** A match of a query and a label; a higher score is better. */
export type Match = { score: number; ranges: readonly MatchRange[] };

type Word = { from: number; text: string };

const splitWords = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index, 0: word }) => ({ from: index, text: word }));

/** Scores of a query word by the kind of match. */
const scores = { whole: 100, prefix: 80, initials: 60, inside: 40, gaps: 25 } as const;
const synonymFactor = 0.6;
/** Shorter words would match inside too many labels. */
const minInsideLength = 3;
const minWithGapsLength = 4;
/** Minimum share of query letters in a match with gaps. */
const minDensity = 0.7;

/**
 * Matches a query and a label, ignoring case and accents. Each query word must match the label or its synonyms: a word,
 * its prefix or substring, a word with missing letters ("prioty"), or the initials of several words. An empty query
 * matches every label.
 *
 * @param synonyms words that also match, with a lower score and without ranges
 * @returns null if a query word does not match, or if the query has only punctuation
 */
export function matchQuery(query: string, label: string, synonyms = ''): Match | null {
  const folded = foldWithPositions(label);
  const queryWords = splitWords(foldWithPositions(query).text);
  if (queryWords.length === 0) return query.trim() === '' ? { score: 0, ranges: [] } : null;
  const words = splitWords(folded.text);
  const synonymWords = splitWords(foldWithPositions(synonyms).text);
  let score = 0;
  const ranges: MatchRange[] = [];
  for (const { text } of queryWords) {
    const inLabel = findBest(text, words);
    const inSynonyms = findBest(text, synonymWords);
    const synonymScore = (inSynonyms?.score ?? 0) * synonymFactor;
    if (!inLabel && !inSynonyms) return null;
    if (inLabel && inLabel.score >= synonymScore) {
      score += inLabel.score;
      ranges.push(...inLabel.ranges);
    } else score += synonymScore;
  }
  return { score: score / queryWords.length, ranges: mergeRanges(ranges, folded) };
}

function findBest(queryWord: string, words: readonly Word[]): Match | null {
  const candidates = words.flatMap((word, index) => findIn(queryWord, word, index === 0) ?? []);
  const initials = findInitials(queryWord, words);
  if (initials) candidates.push(initials);
  return candidates.sort((a, b) => b.score - a.score)[0] ?? null;
}

/** Matches one word; the first word of a label gets a bonus. */
function findIn(queryWord: string, { from, text }: Word, isFirst: boolean): Match | null {
  const bonus = isFirst ? 5 : 0;
  const range = (start: number): MatchRange[] => [[from + start, from + start + queryWord.length]];
  if (text === queryWord) return { score: scores.whole + bonus, ranges: range(0) };
  if (text.startsWith(queryWord))
    return { score: scores.prefix + bonus + (10 * queryWord.length) / text.length, ranges: range(0) };
  const inside = queryWord.length < minInsideLength ? -1 : text.indexOf(queryWord);
  if (inside > 0) return { score: scores.inside, ranges: range(inside) };
  const gaps = findWithGaps(queryWord, text);
  return gaps && { score: scores.gaps, ranges: gaps.map(position => [from + position, from + position + 1]) };
}

function findWithGaps(queryWord: string, text: string): number[] | null {
  if (queryWord.length < minWithGapsLength || queryWord[0] !== text[0]) return null;
  const positions: number[] = [];
  for (const letter of queryWord) {
    const position = text.indexOf(letter, (positions.at(-1) ?? -1) + 1);
    if (position < 0) return null;
    positions.push(position);
  }
  const span = (positions.at(-1) ?? 0) + 1;
  return queryWord.length / span >= minDensity ? positions : null;
}

function findInitials(queryWord: string, words: readonly Word[]): Match | null {
  if (queryWord.length < 2) return null;
  const start = words.findIndex((_, index) =>
    [...queryWord].every((letter, step) => words[index + step]?.text.startsWith(letter)),
  );
  if (start < 0) return null;
  const ranges = words.slice(start, start + queryWord.length).map(({ from }): MatchRange => [from, from + 1]);
  return { score: scores.initials, ranges };
}

/** Maps ranges of the folded label to the original label, and merges adjacent ranges. */
function mergeRanges(ranges: readonly MatchRange[], { positions }: FoldedText): MatchRange[] {
  const marked = new Set(ranges.flatMap(([from, to]) => positions.slice(from, to)));
  const merged: [number, number][] = [];
  for (const position of [...marked].sort((a, b) => a - b)) {
    const next = positions.find(each => each > position) ?? position + 1;
    const last = merged.at(-1);
    if (last?.[1] === position) last[1] = next;
    else merged.push([position, next]);
  }
  return merged;
}

/** A text without case and accents. `positions[i]` is the position of the i-th code unit in the original. */
type FoldedText = { text: string; positions: readonly number[] };

/** Removes case and accents from a text. Maps each code unit to its original position. */
function foldWithPositions(original: string): FoldedText {
  let text = '';
  const positions: number[] = [];
  let position = 0;
  for (const letter of original) {
    const plain = letter <= '\x7f' ? letter.toLowerCase() : transcribeText(letter);
    text += plain;
    for (let index = 0; index < plain.length; index++) positions.push(position);
    position += letter.length;
  }
  return { text, positions };
}
