import { explain, maySucceedLater, referenceOf } from '../api-errors.ts';
import { createStore, type ReadableStore } from '../store.ts';

/** Something a person should know of that happened without them looking. */
type Notice = {
  /** `done`: what they asked for. `warning`: what they did not. */
  tone: 'done' | 'warning';
  title: string;
  message?: string | undefined;
  /** What whoever helps finds it by. */
  reference?: string | null;
  /** A notice about the same thing takes the place of the one before: "star 7". */
  about?: string | undefined;
  /** What can still be done about it while the notice is shown; it goes when this has been done. */
  action?: { label: string; run: () => void } | undefined;
  /** How long it stays, unless somebody looks at it. */
  milliseconds?: number;
};

/** A notice that is shown, until it is taken away. */
export type ShownNotice = Notice & { id: number };

const shown = createStore<readonly ShownNotice[]>([]);
let counter = 0;

/** More than anybody does within the time in which it can be undone. */
const mostAtOnce = 12;

/** The notices to show now, oldest first. */
export const notices: ReadableStore<readonly ShownNotice[]> = shown;

/** Shows a notice. Answers the way to take it away before its time. */
export function showNotice(notice: Notice): () => void {
  const id = counter++;
  const others = shown.read().filter(({ about }) => about === undefined || about !== notice.about);
  shown.write([...others, { ...notice, id }].slice(-mostAtOnce));
  return () => dismissNotice(id);
}

/** Takes a notice away; one that is gone already stays so. */
export const dismissNotice = (id: number): void => shown.write(shown.read().filter(notice => notice.id !== id));

/** How long what was done can be undone, in milliseconds. */
export const undoMilliseconds = 10_000;

/**
 * Tells that something was done, and lets it be undone for ten seconds. Answers the way to take the offer back.
 *
 * @param about what it was done to; of several notices about it the last is shown
 */
export const showUndo = (title: string, undo: () => void, about?: string): (() => void) =>
  showNotice({ tone: 'done', title, about, action: { label: 'Undo', run: undo }, milliseconds: undoMilliseconds });

/** Tells that something was done. */
export const showDone = (title: string): void => void showNotice({ tone: 'done', title });

/** Tells what the person should know before going on. */
export const showWarning = (title: string, message: string): void =>
  void showNotice({ tone: 'warning', title, message });

/**
 * Tells that something was not done, and why, and under which id the server knows of it.
 *
 * @param again does the same again, which is offered where it may succeed
 */
export function showFailure(what: string, error: unknown, again?: () => void): void {
  const action = again && maySucceedLater(error) ? { label: 'Try again', run: again } : undefined;
  showNotice({ tone: 'warning', title: what, message: explain(error), reference: referenceOf(error), action });
}
