import { browserStorage, parseStoredJson } from './browser-storage.ts';
import { isRecord } from './is-record.ts';
import { createStore, useStore } from './observable-store.ts';

/** Row heights of lists. */
export const densities = ['comfortable', 'compact'] as const;
type Density = (typeof densities)[number];
export const densityLabels: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' };

/** Preferences of this browser, for all its users. Mantine stores the theme. */
export type Preferences = {
  density: Density;
  /** Whether single-key shortcuts are on. Shortcuts with ⌘ or Ctrl are always on. */
  shortcuts: boolean;
  /** Whether the customer is shown beside a ticket in a wide window. */
  customerPanel: boolean;
  /** Whether other people see which ticket is open in this browser. */
  showsPresence: boolean;
};

const storageKey = 'stardesk:preferences';
const defaults: Preferences = { density: 'comfortable', shortcuts: true, customerPanel: false, showsPresence: true };

/** Parses stored preferences; invalid values become defaults. */
export function parsePreferences(stored: string | null): Preferences {
  const value = parseStoredJson(stored);
  const { density, shortcuts, customerPanel, showsPresence } = isRecord(value) ? value : {};
  return {
    density: densities.find(each => each === density) ?? defaults.density,
    shortcuts: typeof shortcuts === 'boolean' ? shortcuts : defaults.shortcuts,
    customerPanel: customerPanel === true,
    showsPresence: showsPresence !== false,
  };
}

const preferences = createStore(defaults);

/** Applies preferences to this window. Style sheets use the density as `:root[data-density="compact"]`. */
function apply(next: Preferences): void {
  document.documentElement.dataset['density'] = next.density;
  preferences.write(next);
}

/** Loads the stored preferences and follows changes of other windows. Call once, before the first render. */
export function loadPreferences(): void {
  const applyStored = (): void => apply(parsePreferences(browserStorage.get(storageKey)));
  applyStored();
  addEventListener('storage', ({ key }) => (key === storageKey || key === null) && applyStored());
}

/** Changes some preferences in all windows. If the storage is blocked, changes them only in this window. */
export function setPreferences(change: Partial<Preferences>): void {
  const next = { ...preferences.read(), ...change };
  apply(next);
  browserStorage.set(storageKey, JSON.stringify(next));
}

export const getPreferences = preferences.read;

export const onPreferencesChange = preferences.subscribe;

export const usePreferences = (): Preferences => useStore(preferences);
