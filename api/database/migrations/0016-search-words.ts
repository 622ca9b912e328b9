import type { Database } from '../database.ts';
import { indexAllTickets } from '../index-ticket.ts';
import type { SearchIndex } from '../search.ts';
import { postgresSearch } from '../search-postgres.ts';
import { sqliteSearch } from '../search-sqlite.ts';
import { emptyIndex } from './0011-facets.ts';
import { byteText, run } from './columns.ts';
import type { Migration } from './migration.ts';

const searches: Record<Database['engine'], SearchIndex> = { sqlite: sqliteSearch, postgres: postgresSearch };

/** Creates the vocabulary. Rebuilds the search index, which now includes email addresses, tags and ids. */
export const searchWords: Migration = {
  name: '0016-search-words',
  up: async (writes, engine, onProgress) => {
    await run(
      writes,
      `create table search_words (word ${byteText[engine]} primary key, rank smallint not null)${
        engine === 'sqlite' ? ' without rowid' : ''
      }`,
      'create index search_words_by_rank on search_words (rank, word)',
      emptyIndex[engine],
    );
    if (engine === 'postgres') await run(writes, 'drop index ticket_words_words');
    await indexAllTickets(searches[engine], writes, onProgress);
    if (engine === 'postgres')
      // The planner needs statistics to distinguish common words from rare words.
      await run(writes, 'create index ticket_words_words on ticket_words using gin (words)', 'analyze ticket_words');
  },
};
