import type { Database } from '../database.ts';
import { indexAllTickets } from '../index-ticket.ts';
import type { SearchIndex } from '../search.ts';
import { postgresSearch } from '../search-postgres.ts';
import { sqliteSearch } from '../search-sqlite.ts';
import { run } from './columns.ts';
import type { Migration } from './migration.ts';

const searches: Record<Database['engine'], SearchIndex> = { sqlite: sqliteSearch, postgres: postgresSearch };

/** SQL that empties the search index. */
const emptyIndex: Record<Database['engine'], string> = {
  sqlite: `insert into ticket_search (ticket_search) values ('delete-all')`,
  postgres: 'truncate ticket_words',
};

/** Adds facets (filters as search terms), and an index for each sort order of tickets. */
export const facets: Migration = {
  name: '0011-facets',
  up: async (writes, engine) => {
    await run(
      writes,
      'drop table ticket_tags',
      'drop index tickets_closed',
      'drop index tickets_state_created',
      'drop index tickets_state_priority',
      'drop index tickets_assignee',
      'create index tickets_in_order on tickets (state, priority, n)',
      'create index tickets_in_created_order on tickets (state, priority, created_at, n)',
      'create index tickets_in_updated_order on tickets (state, priority, updated_at, n)',
      'create index tickets_in_closed_order on tickets (state, priority, closed_at, n)',
      emptyIndex[engine],
    );
    await indexAllTickets(searches[engine], writes);
    // The planner needs statistics to distinguish common words from rare ones.
    if (engine === 'postgres') await run(writes, 'analyze ticket_words');
  },
};
