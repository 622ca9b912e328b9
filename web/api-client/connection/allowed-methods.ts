import { createStore, type ReadableStore } from '../../storage/observable-store.ts';

type AllowedMethods = Readonly<Record<string, readonly string[]>>;

const store = createStore<AllowedMethods>({});

/**
 * Methods that the API allows the signed-in person, by path. They come from the `Allow` header of GET and 405 responses
 * (RFC 9110, 10.2.1), so no extra request is needed.
 */
export const allowedMethods: ReadableStore<AllowedMethods> = store;

/** Stores the `Allow` header of a response under the contract's path: `/tickets/{ticket_id}`. */
export function storeAllowedMethods(path: string, allow: string | null): void {
  const methodsByPath = store.read();
  if (allow === null || allow === methodsByPath[path]?.join(', ')) return;
  store.write({ ...methodsByPath, [path]: allow.split(/\s*,\s*/) });
}
