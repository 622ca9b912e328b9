import type { Database, Queries } from '../../database/database.ts';
import type { SearchIndex } from '../../database/search.ts';
import type { TicketConditions } from './conditions.ts';
import type { Group } from './groups.ts';

/** The measured limits above which a different read strategy is cheaper. */
export type Tuning = {
  /** The number of tickets that can be loaded and sorted in less than a millisecond. */
  few: number;
  /** The number of index entries to scan before the search index is queried. */
  steps: number;
};

/** The first and last value of a group's first sort column, in list order. */
export type Bounds = { first: number; last: number };

/** The dependencies shared by all read strategies of a list. */
export type ReadContext = {
  engine: Database['engine'];
  queries: Queries;
  search: SearchIndex;
  conditions: TicketConditions;
  tuning: Tuning;
  /** Group bounds whose query has already started. */
  bounds?: ReadonlyMap<Group, Promise<Bounds | null>>;
};
