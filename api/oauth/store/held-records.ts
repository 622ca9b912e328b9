import type { Queries } from '../../database/database.ts';
import type { StoredRecord } from './record-statements.ts';

/** What a transaction has locked and not changed since: the library reads each once more, and need not ask the store. */
export const createHeldRecords = () => {
  const held = new WeakMap<Queries, Map<string, StoredRecord>>();
  return {
    keep(queries: Queries, model: string, id: string, record: StoredRecord): void {
      if (!queries.isTransaction) return;
      held.set(queries, (held.get(queries) ?? new Map()).set(`${model}:${id}`, record));
    },
    find: (queries: Queries, model: string, id: string): StoredRecord | undefined =>
      held.get(queries)?.get(`${model}:${id}`),
    /** To be told before anything is written. */
    forget: (queries: Queries): boolean => held.delete(queries),
  };
};
