import type { Entry, Section, ShownEntry } from './entry.ts';
import { match } from './match.ts';

const mostRecent = 4;
const mostFound = 14;
/** What was picked before comes before what fits equally well; the more recently it was picked, the more that counts. */
const recentBonus = 12;
const letterMalus = 0.05;

/** What is offered while nothing is asked: what was picked last, then everything but the quiet by its sections. */
export function offer(entries: readonly Entry[], recent: readonly string[]): Section[] {
  const known = new Map(entries.map(entry => [entry.id, entry]));
  const again = recent.flatMap(id => known.get(id) ?? []).slice(0, mostRecent);
  const rest = entries.filter(entry => !entry.quiet && !again.includes(entry));
  const sections = [...Map.groupBy(rest, ({ section }) => section)];
  return [['Used last', again] as const, ...sections]
    .filter(([, some]) => some.length > 0)
    .map(([title, some]) => ({ title, entries: some.map(unmarked) }));
}

const unmarked = (entry: Entry): ShownEntry => ({ ...entry, ranges: [] });

/** The entries that fit a query, the best first. */
export function find(entries: readonly Entry[], query: string, recent: readonly string[]): ShownEntry[] {
  const bonusOf = (id: string): number => {
    const place = recent.indexOf(id);
    return place < 0 ? 0 : recentBonus * (1 - place / recent.length);
  };
  const asked = query.split(/\s+/).filter(Boolean);
  const isAskedFor = ({ needs }: Entry): boolean =>
    needs === undefined || asked.some(word => match(word, needs) !== null);
  return entries
    .filter(isAskedFor)
    .flatMap(entry => {
      const found = match(query, entry.label, entry.hidden);
      if (!found) return [];
      const { id, label, letters = label.length } = entry;
      return { entry: { ...entry, ranges: found.ranges }, score: found.score + bonusOf(id) - letters * letterMalus };
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, mostFound)
    .map(({ entry }) => entry);
}

/** What the page found by itself, then what the desk found, each once. */
export function unite(known: readonly ShownEntry[], found: readonly Entry[]): ShownEntry[] {
  const all = new Map(known.map(entry => [entry.id, entry]));
  for (const entry of found) if (!all.has(entry.id)) all.set(entry.id, unmarked(entry));
  return [...all.values()];
}

/** The number of a ticket that a query is: `1042`, `#1042`. */
export const ticketNumberOf = (query: string): string | null => /^\s*#?0*([1-9]\d{0,11})\s*$/.exec(query)?.[1] ?? null;
