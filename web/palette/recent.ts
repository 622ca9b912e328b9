import { inBrowser, parseKept } from '../kept/kept.ts';

const entry = 'stardesk:recent-commands';
const most = 12;

/** The ids of what was picked last, newest first, out of what is stored, which may be anything. */
export function parseRecent(stored: string | null): readonly string[] {
  const kept = parseKept(stored);
  return Array.isArray(kept) ? kept.filter(id => typeof id === 'string').slice(0, most) : [];
}

/** With one more picked. */
export const withRecent = (recent: readonly string[], id: string): readonly string[] =>
  [id, ...recent.filter(other => other !== id)].slice(0, most);

/** What was picked last in this browser. */
export const readRecent = (): readonly string[] => parseRecent(inBrowser.look(entry));

/** Remembers what was picked. */
export const rememberRecent = (id: string): void =>
  void inBrowser.keep(entry, JSON.stringify(withRecent(readRecent(), id)));
