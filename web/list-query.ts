/** What the web app decides for itself when it reads a list; in an address it has no meaning. */
const reading = ['fields', 'per_page', 'cursor', 'count', 'envelope', 'pretty'] as const;

export type ReadingName = (typeof reading)[number];

/**
 * Takes which list is meant out of an address's search parameters. Names that the API does not know stay in, so that the
 * API can say so: a mistyped filter must not show everything.
 */
export const readListQuery = (search: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name]) => !reading.some(word => word === name))
      .map(([name, value]) => [name, String(value)]),
  );
