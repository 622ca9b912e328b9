import { sql } from 'kysely';
import { toSearchText } from '../database/tokenize.ts';
import { type Check, createRowsCheck } from './check.ts';
import { isInSpan } from './walk-table.ts';

const files = createRowsCheck(
  {
    name: 'gists',
    rule: 'A gist has files with unique names and consecutive positions, and its search words match its text.',
  },
  'gists',
  async (queries, span) => {
    const gists = await queries
      .selectFrom('gists')
      .select(['n', 'id', 'description', 'words'])
      .where(isInSpan('n', span))
      .execute();
    const rows = await queries
      .selectFrom('gist_files')
      .selectAll()
      .where(isInSpan('gist_n', span))
      .orderBy('gist_n')
      .orderBy('position')
      .execute();
    const byGist = Map.groupBy(rows, ({ gist_n }) => gist_n);
    return gists.flatMap(({ n, id, description, words }) => {
      const ownFiles = byGist.get(n) ?? [];
      const report = (problem: string) => [{ table: 'gists', id, sentence: `Gist ${id}: ${problem}.` }];
      if (ownFiles.length === 0) return report('it has no file');
      if (ownFiles.some(({ position }, index) => position !== index)) return report('its file positions have a gap');
      if (new Set(ownFiles.map(({ name }) => name)).size < ownFiles.length)
        return report('two of its files have the same name');
      const text = ` ${toSearchText([description, ...ownFiles.flatMap(({ name, content }) => [name, content])])} `;
      return words === text ? [] : report('its search words do not match its text');
    });
  },
);

const secrecy = createRowsCheck(
  { name: 'secrecy', rule: 'Only the owner of a private gist can read its events.' },
  'gists',
  async (queries, span) => {
    const exposed = sql<{ id: string; n: number }>`
      select gists.id, events.n as n from gists
      join events on events.resource_id = gists.id and events.kind = 'gist'
      where ${isInSpan('gists.n', span)} and gists.public = 0
        and (events.private_to is null or events.private_to <> gists.owner_id)`;
    return (await exposed.execute(queries)).rows.map(({ id, n }) => {
      const sentence = `Event ${n} shows the private gist ${id} to people other than its owner.`;
      return { table: 'events', id: String(n), sentence };
    });
  },
);

export const gistChecks: Check[] = [files, secrecy];
