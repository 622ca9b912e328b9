import type { Queries } from '../../database/database.ts';
import type { StoredRecord } from './record-statements.ts';

/** Caches the records that a transaction has locked: the library reads each of them again. */
export const createLockedRecords = () => {
  const locked = new WeakMap<Queries, Map<string, StoredRecord>>();
  return {
    set(queries: Queries, model: string, id: string, record: StoredRecord): void {
      if (!queries.isTransaction) return;
      locked.set(queries, (locked.get(queries) ?? new Map()).set(`${model}:${id}`, record));
    },
    get: (queries: Queries, model: string, id: string): StoredRecord | undefined =>
      locked.get(queries)?.get(`${model}:${id}`),
    /** Has to be called before each write. */
    clear: (queries: Queries): boolean => locked.delete(queries),
  };
};
