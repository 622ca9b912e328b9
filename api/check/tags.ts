import { readTagUse } from '../database/ticket-tags.ts';
import { createSnapshotCheck } from './check.ts';

/** Checks the counts that ticket-tags.ts writes. */
export const tagCountCheck = createSnapshotCheck(
  { name: 'tag-counts', rule: 'The ticket count of each tag matches its tickets.' },
  async queries => {
    const uses = await readTagUse(queries);
    const rows = await queries.selectFrom('tags').select(['id', 'tickets']).execute();
    const counted = new Map(rows.map(({ id, tickets }) => [id, tickets]));
    return [...new Set([...uses.keys(), ...counted.keys()])].flatMap(id => {
      const [actual, count] = [uses.get(id)?.tickets ?? 0, counted.get(id) ?? 0];
      if (count === actual) return [];
      return [
        { table: 'tags', id, sentence: `Tag ${id}: its ticket count is ${count}, but the actual count is ${actual}.` },
      ];
    });
  },
);
