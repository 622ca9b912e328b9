import { createStore, type ReadableStore, type WritableStore } from '../storage/observable-store.ts';

/** The upload of a file in this window. A file without a state waits. */
export type UploadState =
  /** `percent` is 0 to 100. */
  | { is: 'uploading'; percent: number }
  /** `mayRetry`: another attempt may succeed. */
  | { is: 'failed'; reason: string; mayRetry: boolean };

const states = createStore<ReadonlyMap<string, UploadState>>(new Map());

/** The uploads of this window by the key of their file. */
export const uploadStates: ReadableStore<ReadonlyMap<string, UploadState>> = states;

/** Sets the state of an upload; null removes it. */
export const setUploadState = (key: string, state: UploadState | null): void => setEntry(states, key, state);

function setEntry<State>(store: WritableStore<ReadonlyMap<string, State>>, key: string, state: State | null): void {
  const changed = new Map(store.read());
  if (state !== null) changed.set(key, state);
  else changed.delete(key);
  store.write(changed);
}

const retries = new EventTarget();

/** Calls `listener` when a failed upload is to be repeated. Returns a function that unsubscribes. */
export function onRetry(listener: () => void): () => void {
  retries.addEventListener('retry', listener);
  return () => retries.removeEventListener('retry', listener);
}

/** Repeats a failed upload. */
export function retryUpload(key: string): void {
  setUploadState(key, null);
  retries.dispatchEvent(new Event('retry'));
}

/** Keys of the files that were attached in this window. */
const attachedHere = new Set<string>();

export const wasAttachedInThisWindow = (key: string): boolean => attachedHere.has(key);

export const recordAttached = (key: string): void => void attachedHere.add(key);

/** Why the bytes of a file are lost if this window closes. `failed`: the browser could not store them. */
type UnsavedState = 'saving' | 'failed';

const unsaved = createStore<ReadonlyMap<string, UnsavedState>>(new Map());

/** The files of this window that are not stored in the browser, by their key. */
export const unsavedFiles: ReadableStore<ReadonlyMap<string, UnsavedState>> = unsaved;

/** Sets the reason why a file is not stored; null once it is stored. */
export const setUnsavedState = (key: string, state: UnsavedState | null): void => setEntry(unsaved, key, state);
