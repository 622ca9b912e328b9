import { LRUCache } from 'lru-cache';
import { stringifyJson } from './json-response.ts';

/** The size limit of all cached texts, in characters. */
const maxCharacters = 8 * 1024 * 1024;

/** How the rows of a resource are represented. */
export type Representable<Row> = {
  toRepresentation(row: Row): Record<string, unknown>;
  /**
   * Identifies the representation of a row for the process's lifetime. It consists of kind, id (never used again) and
   * version. Missing if the representation also depends on other data.
   */
  getCacheKey?(row: Row): string;
};

/** Returns JSON texts of stored rows, as an item or as a list. */
export type RepresentationCache = {
  /** @param row a committed row, since a version that is rolled back is assigned again */
  getItem<Row>(representable: Representable<Row>, row: Row, pretty: boolean): string;
  getList<Row>(representable: Representable<Row>, rows: readonly Row[], pretty: boolean): string;
};

/** Caches texts of current representations: writing them takes longer than reading their rows. */
export const createRepresentationCache = (): RepresentationCache => {
  const cache = new LRUCache<string, string>({ maxSize: maxCharacters, sizeCalculation: text => text.length + 100 });
  const getCached = <Row>(
    { toRepresentation, getCacheKey }: Representable<Row>,
    row: Row,
    format: string,
    write: (representation: Record<string, unknown>) => string,
  ): string => {
    if (getCacheKey === undefined) return write(toRepresentation(row));
    const key = `${format}${getCacheKey(row)}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const text = write(toRepresentation(row));
    cache.set(key, text);
    return text;
  };
  return {
    getItem: (representable, row, pretty) =>
      getCached(representable, row, pretty ? 'pretty ' : 'compact ', representation =>
        stringifyJson(representation, pretty),
      ),
    getList(representable, rows, pretty) {
      if (!pretty)
        return `[${rows.map(row => getCached(representable, row, 'compact ', representation => JSON.stringify(representation)))}]`;
      if (rows.length === 0) return '[]\n';
      return `[\n${rows.map(row => getCached(representable, row, 'element ', writeElement)).join(',\n')}\n]\n`;
    },
  };
};

/**
 * Writes an element of an indented array. Replacing each line break instead would return a tree of strings. V8 never
 * flattens this tree, which takes about five times the memory of the text.
 */
const writeElement = (representation: Record<string, unknown>): string =>
  JSON.stringify([representation], null, 2).slice('[\n'.length, -'\n]'.length);
