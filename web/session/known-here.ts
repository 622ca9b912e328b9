import { createKeeper } from '../kept/kept.ts';

const entry = 'stardesk:known-here';
const keeper = createKeeper(() => localStorage);

/** Whether somebody was signed in when this browser was at the desk last: most likely they still are. */
export const isKnownHere = (): boolean => keeper.look(entry) !== null;

/** Remembers whether somebody is signed in. */
export function noteKnownHere(isSignedIn: boolean): void {
  if (isSignedIn) keeper.keep(entry, 'yes');
  else keeper.forget(entry);
}
