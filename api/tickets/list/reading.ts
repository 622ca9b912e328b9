import type { Queries } from '../../database/database.ts';
import type { SearchIndex } from '../../database/search.ts';
import type { Conditions } from './conditions.ts';

/** What is measured: where one way of reading becomes dearer than another. */
export type Tuning = {
  /** So many tickets are looked up and sorted in less than a millisecond. */
  few: number;
  /** So many tickets are looked at in the order of the list before the search index is asked. */
  steps: number;
};

/** What every way of reading a list needs. */
export type Reading = { queries: Queries; search: SearchIndex; conditions: Conditions; tuning: Tuning };
