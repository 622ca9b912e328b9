/**
 * What the API lets this page's person do, as its answers tell: every answer to a read, and every 405, lists in `Allow`
 * the methods that the person may use at its address (RFC 9110, 10.2.1). It costs no request.
 */

let allowed: Readonly<Record<string, readonly string[]>> = {};

const changes = new EventTarget();

/** Remembers the `Allow` of an answer. `path` is the contract's, `/tickets/{ticket_id}`: by roles, its addresses are alike. */
export function learnAllowed(path: string, allow: string | null): void {
  if (allow === null || allow === allowed[path]?.join(', ')) return;
  allowed = { ...allowed, [path]: allow.split(/\s*,\s*/) };
  changes.dispatchEvent(new Event('change'));
}

/** What has been learnt, by path. */
export const readAllowed = (): Readonly<Record<string, readonly string[]>> => allowed;

/** Calls `listener` when something else is allowed than before. Answers the way to stop. */
export function onAllowedChange(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}
