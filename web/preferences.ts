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
  const { density, shortcuts } = { density: undefined, shortcuts: undefined, ...parse(stored) };
  return {
    density: densities.find(each => each === density) ?? usual.density,
    shortcuts: typeof shortcuts === 'boolean' ? shortcuts : usual.shortcuts,
  };
}

function parse(stored: string | null): object | null {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Where the browser lets nothing be stored, preferences hold as long as the page. */
function look(): string | null {
  try {
    return localStorage.getItem(entry);
  } catch {
    return null;
  }
}

const preferences = createStore(usual);

/** The density is for style sheets too: `:root[data-density="compact"]`. */
function show(next: Preferences): void {
  document.documentElement.dataset['density'] = next.density;
  preferences.write(next);
}

/** Reads what is stored, and from then on what other windows store. To be called once, before anything is shown. */
export function readPreferences(): void {
  show(parsePreferences(look()));
  addEventListener('storage', ({ key }) => (key === entry || key === null) && show(parsePreferences(look())));
}

/** Changes some preferences, here and in every other window. */
export function setPreferences(change: Partial<Preferences>): void {
  const next = { ...preferences.read(), ...change };
  show(next);
  try {
    localStorage.setItem(entry, JSON.stringify(next));
  } catch {
    // Full, or forbidden.
  }
}

/** What somebody likes in this browser, at this moment. */
export const currentPreferences = preferences.read;

/** What somebody likes in this browser. */
export const usePreferences = (): Preferences => useStore(preferences);
