import { createStore, useStore } from '../store.ts';
import { canonical, type TicketFilter } from '../tickets/filter/filter.ts';

/** Where the list of each changed view came from: its query → the id of the saved view. For as long as the window lives. */
const entry = 'stardesk:view-origins';
const most = 100;

/** Of which lists the origin is another now. */
const changes = createStore(0);

const read = (): [query: string, viewId: string][] => {
  try {
    return JSON.parse(sessionStorage.getItem(entry) ?? '[]');
  } catch {
    return [];
  }
};

/** Remembers by which saved view one came to a list, be it changed or not: its address alone does not tell. */
export function rememberOrigin(filter: TicketFilter, viewId: string): void {
  const query = canonical(filter);
  const others = read().filter(([other]) => other !== query);
  try {
    sessionStorage.setItem(entry, JSON.stringify([...others, [query, viewId]].slice(-most)));
  } catch {
    // Then the list stands for itself.
  }
  changes.write(changes.read() + 1);
}

/** The id of the saved view that a list was chosen by, or changed from, in this window. */
export const useOrigin = (filter: TicketFilter): string | undefined => {
  useStore(changes);
  return read().find(([query]) => query === canonical(filter))?.[1];
};
