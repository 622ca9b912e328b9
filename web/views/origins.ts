import { inWindow, parseKept } from '../kept/kept.ts';
import { createStore, useStore } from '../store.ts';
import { canonical, type TicketFilter } from '../tickets/filter/filter.ts';

/** Where the list of each changed view came from: its query → the id of the saved view. For as long as the window lives. */
const entry = 'stardesk:view-origins';
const most = 100;

/** How often an origin was remembered in this page: another number means that there is another one to read. */
const times = createStore(0);

type Origin = [query: string, viewId: string];

const isOrigin = (kept: unknown): kept is Origin => Array.isArray(kept) && kept.every(part => typeof part === 'string');

function read(): Origin[] {
  const kept = parseKept(inWindow.look(entry));
  return Array.isArray(kept) ? kept.filter(isOrigin) : [];
}

/** Remembers by which saved view one came to a list, be it changed or not: its address alone does not tell. */
export function rememberOrigin(filter: TicketFilter, viewId: string): void {
  const query = canonical(filter);
  const others = read().filter(([other]) => other !== query);
  inWindow.keep(entry, JSON.stringify([...others, [query, viewId]].slice(-most)));
  times.write(times.read() + 1);
}

/** The id of the saved view that a list was chosen by, or changed from, in this window. */
export const useOrigin = (filter: TicketFilter): string | undefined => {
  useStore(times);
  return read().find(([query]) => query === canonical(filter))?.[1];
};
