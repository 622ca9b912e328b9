import { connectionStates, jobStates } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries } from '../database/database.ts';
import { readMailboxStates } from '../database/mailbox-states.ts';
import type { NotificationDraft } from './store.ts';

/** An occurrence of a problem, of which each administrator is notified once. */
export type SystemProblem = Pick<Extract<NotificationDraft, { kind: 'system' }>, 'cause' | 'targetId' | 'source'>;

/** A shorter pause of a mailbox often ends by itself. */
const pauseMilliseconds = 15 * 60_000;

/** Lists the mailboxes that have been paused for 15 minutes, and at most 20 dead jobs. */
export const findProblems = async (queries: Queries, now: number): Promise<SystemProblem[]> => [
  ...(await findPausedMailboxes(queries, now)),
  ...(await findDeadJobs(queries)),
];

const findPausedMailboxes = async (queries: Queries, now: number): Promise<SystemProblem[]> => {
  const paused = encodeEnum(connectionStates, 'paused');
  const states = (await readMailboxStates(queries)).filter(({ enabled }) => enabled === 1);
  return states.flatMap(state =>
    (['inbound', 'outbound'] as const)
      .filter(each => state[`${each}_state`] === paused && state[`${each}_since`] <= now - pauseMilliseconds)
      .map(each => ({
        cause: 'mailbox_paused' as const,
        targetId: state.id,
        source: `mailbox/${state.id}/${each}/${state[`${each}_since`]}`,
      })),
  );
};

/** A job that dies again after another attempt has another version. */
const findDeadJobs = async (queries: Queries): Promise<SystemProblem[]> => {
  const rows = await queries
    .selectFrom('jobs')
    .select(['id', 'version'])
    // A literal, which matches the partial index of dead jobs.
    .where(({ eb, lit }) => eb('state', '=', lit(encodeEnum(jobStates, 'dead'))))
    .orderBy('created_at')
    .limit(maxDeadJobs)
    .execute();
  return rows.map(({ id, version }) => ({ cause: 'job_dead', targetId: id, source: `job/${id}/${version}` }));
};

/** More notifications at once help nobody; the list of jobs shows all. */
const maxDeadJobs = 20;
