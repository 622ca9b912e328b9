import type { Queries } from '../../database/database.ts';
import type { SearchIndex } from '../../database/search.ts';
import type { TicketConditions } from './conditions.ts';

/** The measured limits beyond which another read strategy is cheaper. */
export type Tuning = {
  /** The number of tickets that can be loaded and sorted in less than a millisecond. */
  few: number;
  /** The number of index entries to scan before the search index is queried. */
  steps: number;
};

/** The dependencies shared by all read strategies of a list. */
export type ReadContext = { queries: Queries; search: SearchIndex; conditions: TicketConditions; tuning: Tuning };
