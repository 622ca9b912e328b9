import { explainError, getErrorReference, mayRetryLater } from '../api-client/errors.ts';
import { createStore, type ReadableStore } from '../storage/observable-store.ts';

type NewToast = {
  /** `done`: a success. `warning`: a failure or an unexpected result. */
  tone: 'done' | 'warning';
  title: string;
  message?: string | undefined;
  /** Error code and request id for support. */
  reference?: string | null;
  /** Replaces an earlier toast about the same subject: "star 7". */
  about?: string | undefined;
  /** Button of the toast. Pressing it also closes the toast. */
  action?: { label: string; run: () => void } | undefined;
  /** True if no action of the person caused the toast. `z` ignores such a toast. */
  isUnprompted?: boolean;
  /** Display time, extended on hover and focus. */
  milliseconds?: number;
};

export type ShownToast = NewToast & { id: number };

const shown = createStore<readonly ShownToast[]>([]);
let nextId = 0;

/** Maximum number of open toasts. A further toast replaces the oldest. */
const maxToasts = 12;

/** The current toasts, oldest first. */
export const shownToasts: ReadableStore<readonly ShownToast[]> = shown;

/** Shows a toast. Returns a function that closes it early. */
export function showToast(toast: NewToast): () => void {
  const id = nextId++;
  const others = shown.read().filter(({ about }) => about === undefined || about !== toast.about);
  shown.write([...others, { ...toast, id }].slice(-maxToasts));
  return () => closeToast(id);
}

/** Closes a toast if it is still open. */
export const closeToast = (id: number): void => shown.write(shown.read().filter(toast => toast.id !== id));

/** Time in which an action can be undone. */
export const undoTimeoutMilliseconds = 10_000;

/**
 * Shows a success toast with Undo for ten seconds. Returns a function that closes it early.
 *
 * @param about replaces an earlier toast about the same subject
 */
export const showUndo = (title: string, undo: () => void, about?: string): (() => void) =>
  showToast({
    tone: 'done',
    title,
    about,
    action: { label: 'Undo', run: undo },
    milliseconds: undoTimeoutMilliseconds,
  });

export const showDone = (title: string): void => void showToast({ tone: 'done', title });

export const showWarning = (title: string, message: string): void =>
  void showToast({ tone: 'warning', title, message });

/**
 * Shows an error toast with the reason, error code and request id.
 *
 * @param retry repeats the action; offered only if a retry may succeed
 */
export function showFailure(title: string, error: unknown, retry?: () => void): void {
  const action = retry && mayRetryLater(error) ? { label: 'Try again', run: retry } : undefined;
  showToast({
    tone: 'warning',
    title,
    message: explainError(error),
    reference: getErrorReference(error),
    action,
  });
}
