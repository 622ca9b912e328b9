import { look } from './api.ts';
import { isUnreachable, reportOutage, untilReached } from './connection/reachability.ts';
import { mayReadAhead } from './connection/read-ahead.ts';

/** The parts of the app that come on demand, as far as what is loaded knows them. */
const parts: (() => Promise<unknown>)[] = [];

/**
 * A part of the app that is loaded when it is needed, or before, while there is nothing else to do. When it is needed and
 * the desk cannot be reached, that waits: to load the page anew, as the router does with parts it cannot find, would lose
 * the page where there is no network.
 */
export function loadLater<Part>(load: () => Promise<Part>): () => Promise<Part> {
  parts.push(load);
  return () => loadWhenReachable(load);
}

/** @throws what the browser says of a part that an upgrade has taken away */
async function loadWhenReachable<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const outage = isUnreachable() ? null : await look();
    if (!isUnreachable() && outage === null) throw error;
    if (outage) reportOutage(outage);
    await untilReached();
    return load();
  }
}

/** Milliseconds between parts, so that whatever somebody does meanwhile comes first. */
const restBetween = 150;

let begun = false;

/** Loads every part there is, one after the other, so that each opens at once, and without a network too. */
export async function loadWhileIdle(): Promise<void> {
  if (begun) return;
  begun = true;
  // Parts that are loaded may know of further ones.
  for (const load of parts) {
    await new Promise(resolve => setTimeout(resolve, restBetween));
    await untilReached();
    // What cannot be had is told to whoever needs it.
    if (mayReadAhead()) await load().catch(() => undefined);
  }
}
