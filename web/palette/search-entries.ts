import type { MatchedEntry, PaletteEntry, PaletteSection } from './entry.ts';
import { matchQuery } from './match.ts';

const maxRecent = 4;
const maxFound = 14;
/** Score bonus of the most recent entry, decreasing for older entries. */
const recentBonus = 12;
const letterPenalty = 0.05;

/** Returns the sections for an empty query: recent entries, then all others that are not search-only. */
export function getDefaultSections(entries: readonly PaletteEntry[], recent: readonly string[]): PaletteSection[] {
  const entriesById = new Map(entries.map(entry => [entry.id, entry]));
  const recentEntries = recent.flatMap(id => entriesById.get(id) ?? []).slice(0, maxRecent);
  const remainingEntries = entries.filter(entry => !entry.isSearchOnly && !recentEntries.includes(entry));
  const sections = [...Map.groupBy(remainingEntries, ({ section }) => section)];
  return [['Recent', recentEntries] as const, ...sections]
    .filter(([, sectionEntries]) => sectionEntries.length > 0)
    .map(([title, sectionEntries]) => ({ title, entries: sectionEntries.map(withoutRanges) }));
}

const withoutRanges = (entry: PaletteEntry): MatchedEntry => ({ ...entry, ranges: [] });

/** Returns the entries that match a query, best first. */
export function searchEntries(
  entries: readonly PaletteEntry[],
  query: string,
  recent: readonly string[],
): MatchedEntry[] {
  const getBonus = (id: string): number => {
    const index = recent.indexOf(id);
    return index < 0 ? 0 : recentBonus * (1 - index / recent.length);
  };
  const queryWords = query.split(/\s+/).filter(Boolean);
  const hasRequiredWord = ({ requiredWords }: PaletteEntry): boolean =>
    requiredWords === undefined || queryWords.some(word => matchQuery(word, requiredWords) !== null);
  return entries
    .filter(hasRequiredWord)
    .flatMap(entry => {
      const match = matchQuery(query, entry.label, entry.synonyms);
      if (!match) return [];
      const { id, label, rankLength = label.length } = entry;
      return {
        entry: { ...entry, ranges: match.ranges },
        score: match.score + getBonus(id) - rankLength * letterPenalty,
      };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, maxFound)
    .map(({ entry }) => entry);
}

/** Appends the server's results to the local results, without duplicates. */
export function mergeResults(local: readonly MatchedEntry[], fromServer: readonly PaletteEntry[]): MatchedEntry[] {
  const merged = new Map(local.map(entry => [entry.id, entry]));
  for (const entry of fromServer) if (!merged.has(entry.id)) merged.set(entry.id, withoutRanges(entry));
  return [...merged.values()];
}

/** Returns the ticket number of a query: `1042`, `#1042`; null for other queries. */
export const parseTicketNumber = (query: string): string | null =>
  /^\s*#?0*([1-9]\d{0,11})\s*$/.exec(query)?.[1] ?? null;
