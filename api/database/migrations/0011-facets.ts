import type { Database } from '../database.ts';
import { run } from './columns.ts';
import type { Migration } from './migration.ts';

/** SQL that empties the search index. */
export const emptyIndex: Record<Database['engine'], string> = {
  sqlite: `insert into ticket_search (ticket_search) values ('delete-all')`,
  postgres: 'truncate ticket_words',
};

/** Adds an index for each sort order of tickets. 0016 fills the search index with facets (filters as search terms). */
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
  },
};
