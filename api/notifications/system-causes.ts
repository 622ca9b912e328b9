import { connectionStates, jobStates, type MailReason, mailReasons, mailStates } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries } from '../database/database.ts';
import { readMailboxStates } from '../database/mailbox-states.ts';
import type { NotificationDraft } from './store.ts';

/** An occurrence of a problem. `personId` is the person to notify; null for all administrators. */
export type SystemProblem = Pick<Extract<NotificationDraft, { kind: 'system' }>, 'cause' | 'targetId' | 'source'> & {
  personId: string | null;
};

/** A shorter pause of a mailbox often ends by itself. */
const pauseMilliseconds = 15 * 60_000;

/**
 * Older problems cause no notifications. Otherwise they would notify again after retention has deleted their
 * notifications, and new administrators would be notified of all old problems.
 */
const maxAgeMilliseconds = 24 * 60 * 60_000;

/** The maximum number of dead jobs, and of mails held for one reason. Only the latest are found. */
const maxProblems = 20;

/**
 * Lists the problems of the last day. These are mailboxes paused for at least 15 minutes, dead jobs, held loops and
 * held answers.
 */
export const findProblems = async (queries: Queries, now: number): Promise<SystemProblem[]> => {
  const problems = [
    ...(await findPausedMailboxes(queries, now)),
    ...(await findDeadJobs(queries)),
    ...(await findHeldLoops(queries)),
    ...(await findHeldAnswers(queries)),
  ];
  return problems.filter(({ since }) => since > now - maxAgeMilliseconds).map(({ since, ...problem }) => problem);
};

/** `since` is in milliseconds since 1970. */
type DatedProblem = SystemProblem & { since: number };

const findPausedMailboxes = async (queries: Queries, now: number): Promise<DatedProblem[]> => {
  const paused = encodeEnum(connectionStates, 'paused');
  const states = (await readMailboxStates(queries)).filter(({ enabled }) => enabled === 1);
  return states.flatMap(state =>
    (['inbound', 'outbound'] as const)
      .filter(each => state[`${each}_state`] === paused && state[`${each}_since`] <= now - pauseMilliseconds)
      .map(each => ({
        cause: 'mailbox_paused' as const,
        targetId: state.id,
        source: `mailbox/${state.id}/${each}/${state[`${each}_since`]}`,
        ...{ personId: null, since: state[`${each}_since`] },
      })),
  );
};

/** Finds dead jobs. A job that dies again has a new version, so it is a new problem. */
const findDeadJobs = async (queries: Queries): Promise<DatedProblem[]> => {
  const rows = await queries
    .selectFrom('jobs')
    .select(['id', 'version', 'updated_at'])
    // A literal, which matches the partial index of dead jobs.
    .where(({ eb, lit }) => eb('state', '=', lit(encodeEnum(jobStates, 'dead'))))
    .orderBy('updated_at', 'desc')
    .limit(maxProblems)
    .execute();
  return rows.map(({ id, version, updated_at }) => ({
    cause: 'job_dead',
    targetId: id,
    source: `job/${id}/${version}`,
    ...{ personId: null, since: updated_at },
  }));
};

/** Finds held mail from an address of the desk. A forwarding rule may return each reply. */
const findHeldLoops = async (queries: Queries): Promise<DatedProblem[]> => {
  const rows = await selectHeldMail(queries, 'loop').select(['id', 'updated_at']).execute();
  return rows.map(({ id, updated_at }) => ({
    cause: 'loop_held',
    targetId: id,
    source: `mail/${id}`,
    ...{ personId: null, since: updated_at },
  }));
};

/** Finds held answers to mail about notifications. Their senders may expect to see them on a ticket. */
const findHeldAnswers = async (queries: Queries): Promise<DatedProblem[]> => {
  const rows = await selectHeldMail(queries, 'answer_to_notification')
    .innerJoin('people', 'people.email_key', 'mails.sender_key')
    .select(['mails.id', 'mails.updated_at', 'people.id as person_id'])
    .execute();
  return rows.map(({ id, updated_at, person_id: personId }) => ({
    cause: 'answer_held',
    targetId: id,
    source: `mail/${id}`,
    ...{ personId, since: updated_at },
  }));
};

/** Selects the newest mails that are held for a reason. */
const selectHeldMail = (queries: Queries, reason: MailReason) =>
  queries
    .selectFrom('mails')
    // A literal, which matches the partial index of mail problems.
    .where(({ eb, lit }) => eb('mails.state', '=', lit(encodeEnum(mailStates, 'held'))))
    .where('mails.reason', '=', encodeEnum(mailReasons, reason))
    .orderBy('mails.n', 'desc')
    .limit(maxProblems);
