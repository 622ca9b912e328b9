import { sql } from 'kysely';
import { type JobState, jobStates } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';

/** The stored states, as literals: a parameter would not match the partial indexes of jobs. */
const literal = (state: JobState) => sql.lit(encodeEnum(jobStates, state));

export const waiting = literal('waiting');
export const running = literal('running');
export const dead = literal('dead');
