import { createStore, type ReadableStore } from '../store.ts';

type Allowed = Readonly<Record<string, readonly string[]>>;

const learnt = createStore<Allowed>({});

/**
 * What the API lets this page's person do, by path, as its answers tell: every answer to a read, and every 405, lists in
 * `Allow` the methods that the person may use at its address (RFC 9110, 10.2.1). It costs no request.
 */
export const allowed: ReadableStore<Allowed> = learnt;

/** Remembers the `Allow` of an answer. `path` is the contract's, `/tickets/{ticket_id}`: by roles, its addresses are alike. */
export function learnAllowed(path: string, allow: string | null): void {
  const known = learnt.read();
  if (allow === null || allow === known[path]?.join(', ')) return;
  learnt.write({ ...known, [path]: allow.split(/\s*,\s*/) });
}
