import type { Actor } from '../database/change-log.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { SampleKind } from '../database/schema.ts';
import type { createGistStore } from '../gists/store.ts';
import { doublingBackoff, type Handler } from '../jobs/handler.ts';
import { personDraft } from '../people/representation.ts';
import type { PersonStore } from '../people/store.ts';
import type { TicketStore } from '../tickets/store.ts';
import { listAllSampleRows, listSampleRows } from './sample-rows.ts';

type RemoveSampleDependencies = {
  tickets: TicketStore;
  gists: ReturnType<typeof createGistStore>;
  people: PersonStore;
};

/**
 * Creates the handler that removes the sample data row by row. The person in the payload is the author of the changes.
 * People are only disabled, because events name them. Changed and used rows stay.
 */
export const createRemoveSample = (dependencies: RemoveSampleDependencies): Handler => ({
  kind: 'remove_sample',
  concurrency: 1,
  maxAttempts: 5,
  backoff: doublingBackoff(1000, 60_000),
  effect: 'store',
  async run({ payload }, { database, clock, signal, setProgress }) {
    const remove = createRemovals(dependencies);
    const clientId = payload['client_id'] === null ? null : String(payload['client_id']);
    const author = { personId: String(payload['person_id']), clientId };
    database.startRequest();
    const removable = (await listAllSampleRows(database.read)).filter(row => row.removable);
    const total = Math.max(removable.length, Number(payload['total']));
    for (const [index, { kind, id }] of removable.entries()) {
      signal.throwIfAborted();
      await database.transaction(writes => remove[kind](writes, id, { ...author, now: clock() }));
      await setProgress({ done: total - removable.length + index + 1, total });
    }
    return async writes => void (await writes.deleteFrom('sample_rows').execute());
  },
});

type Remove = (writes: WriteTransaction, id: string, actor: Actor) => Promise<void>;

/** Each removal locks its row first, and then checks again whether the row is removable. */
const createRemovals = ({ tickets, gists, people }: RemoveSampleDependencies): Record<SampleKind, Remove> => ({
  async ticket(writes, id, actor) {
    const row = await tickets.find(writes, id);
    if (row !== null && (await isRemovable(writes, 'ticket', id))) await tickets.remove(writes, row, actor);
  },
  async gist(writes, id, actor) {
    const row = await gists.find(writes, id);
    if (row !== null && (await isRemovable(writes, 'gist', id))) await gists.remove(writes, row, actor);
  },
  async person(writes, id, actor) {
    const row = await people.find(writes, id);
    if (row !== null && (await isRemovable(writes, 'person', id)))
      await people.update(writes, row, { ...personDraft(row), disabled: true }, null, actor);
  },
});

const isRemovable = async (writes: WriteTransaction, kind: SampleKind, id: string): Promise<boolean> => {
  const [row] = await listSampleRows(writes, kind, id);
  return row?.removable === true;
};
