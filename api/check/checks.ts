import type { Check } from './check.ts';
import { counters } from './counters.ts';
import { engine } from './engine.ts';
import { gists } from './gists.ts';
import { keptAnswers } from './kept-answers.ts';
import { log } from './log.ts';
import { references } from './references.ts';
import { postgresWords } from './search-postgres.ts';
import { sqliteWords } from './search-sqlite.ts';
import { threads } from './threads.ts';
import { tokens } from './tokens.ts';
import { tombstones } from './tombstones.ts';
import { values } from './values.ts';
import { versions } from './versions.ts';

/** All checks. A new table adds checks for its derived columns and its references. */
export const checks: readonly Check[] = [
  ...engine,
  ...counters,
  ...values,
  ...references,
  threads,
  ...versions,
  ...log,
  ...tombstones,
  ...gists,
  keptAnswers,
  ...tokens,
  sqliteWords,
  postgresWords,
];
