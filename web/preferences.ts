import { isRecord } from './kept/is-record.ts';
import { inBrowser, parseKept } from './kept/kept.ts';
import { createStore, useStore } from './store.ts';

/** How tall the rows of lists are. */
export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** What somebody likes in this browser, whoever they sign in as. The theme is Mantine's to keep. */
export type Preferences = {
  density: Density;
  /** Whether single keys do anything. Those with ⌘ or Ctrl always do. */
  shortcuts: boolean;
};

const entry = 'stardesk:preferences';
const usual: Preferences = { density: 'comfortable', shortcuts: true };

/** Makes sense of what is stored, which anybody may have written. */
export function parsePreferences(stored: string | null): Preferences {
  const kept = parseKept(stored);
  const { density, shortcuts } = isRecord(kept) ? kept : {};
  return {
    density: densities.find(each => each === density) ?? usual.density,
    shortcuts: typeof shortcuts === 'boolean' ? shortcuts : usual.shortcuts,
  };
}

const preferences = createStore(usual);

/** The density is for style sheets too: `:root[data-density="compact"]`. */
function show(next: Preferences): void {
  document.documentElement.dataset['density'] = next.density;
  preferences.write(next);
}

/** Reads what is stored, and from then on what other windows store. To be called once, before anything is shown. */
export function readPreferences(): void {
  const read = (): void => show(parsePreferences(inBrowser.look(entry)));
  read();
  addEventListener('storage', ({ key }) => (key === entry || key === null) && read());
}

/** Changes some preferences, here and in every other window. Where the browser stores nothing, for as long as the page lives. */
export function setPreferences(change: Partial<Preferences>): void {
  const next = { ...preferences.read(), ...change };
  show(next);
  inBrowser.keep(entry, JSON.stringify(next));
}

/** What somebody likes in this browser, at this moment. */
export const currentPreferences = preferences.read;

/** What somebody likes in this browser. */
export const usePreferences = (): Preferences => useStore(preferences);
