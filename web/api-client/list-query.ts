/** List parameters of the API that the web app ignores in its own URLs. */
const reservedNames = ['fields', 'per_page', 'cursor', 'count', 'envelope', 'pretty'] as const;

export type ReservedQueryName = (typeof reservedNames)[number];

/**
 * Extracts the list query from the search parameters of a URL. Includes unknown names, so that the API rejects a
 * mistyped filter instead of returning all resources.
 */
export const readListQuery = (search: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name]) => !reservedNames.some(reserved => reserved === name))
      .map(([name, value]) => [name, String(value)]),
  );
