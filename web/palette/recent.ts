const entry = 'stardesk:recent-commands';
const most = 12;

/** The ids of what was picked last, newest first, out of what is stored, which may be anything. */
export function parseRecent(stored: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value.filter(id => typeof id === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

/** With one more picked. */
export const withRecent = (recent: readonly string[], id: string): readonly string[] =>
  [id, ...recent.filter(other => other !== id)].slice(0, most);

/** What was picked last in this browser. */
export function readRecent(): readonly string[] {
  try {
    return parseRecent(localStorage.getItem(entry));
  } catch {
    return [];
  }
}

/** Remembers what was picked; where the browser stores nothing, nothing is remembered. */
export function rememberRecent(id: string): void {
  try {
    localStorage.setItem(entry, JSON.stringify(withRecent(readRecent(), id)));
  } catch {
    // Full, or forbidden.
  }
}
