import { encodeMailState } from '../database/mails.ts';
import { type Check, type CheckFinding, createRowsCheck } from './check.ts';
import { isInSpan } from './walk-table.ts';

const received = createRowsCheck(
  { name: 'mail-jobs', rule: 'Received mail has a job that processes it.' },
  'mails',
  async (queries, span) => {
    const rows = await queries
      .selectFrom('mails')
      .leftJoin('jobs', join => join.onRef('jobs.key', '=', 'mails.mailbox_id').on('jobs.kind', '=', 'process_mail'))
      .select('mails.id')
      .where(isInSpan('mails.n', span))
      .where('mails.state', '=', encodeMailState('received'))
      .where('jobs.n', 'is', null)
      .execute();
    return rows.map(({ id }) => createFinding(id, 'the job that processes it is missing'));
  },
);

const messages = createRowsCheck(
  {
    name: 'mail-messages',
    rule: 'A processed incoming mail has a message that names it; other incoming mail has no message.',
  },
  'mails',
  async (queries, span) => {
    const rows = await queries
      .selectFrom('mails')
      .leftJoin('tickets', 'tickets.id', 'mails.ticket_id')
      .leftJoin('messages', join =>
        join.onRef('messages.ticket_n', '=', 'tickets.n').onRef('messages.mail_id', '=', 'mails.id'),
      )
      .select(['mails.id', 'mails.state', 'mails.message_id', 'messages.id as found'])
      .where(isInSpan('mails.n', span))
      .execute();
    const processed = encodeMailState('processed');
    return rows
      .filter(({ state, message_id, found }) => found !== message_id || (found !== null) !== (state === processed))
      .map(({ id }) => createFinding(id, 'the mail and its message do not match'));
  },
);

const mailsOfMessages = createRowsCheck(
  { name: 'mail-messages', rule: 'If a message names an incoming mail, that mail exists.' },
  'messages',
  async (queries, span) => {
    const rows = await queries
      .selectFrom('messages')
      .leftJoin('mails', 'mails.id', 'messages.mail_id')
      .select(['messages.id', 'messages.mail_id'])
      .where(isInSpan('messages.n', span))
      .where('messages.mail_id', 'is not', null)
      .where('mails.n', 'is', null)
      .execute();
    return rows.map(({ id, mail_id }) => ({
      ...{ table: 'messages', id },
      sentence: `Message ${id}: its mail ${mail_id} does not exist.`,
    }));
  },
);

const createFinding = (id: string, problem: string): CheckFinding => ({
  table: 'mails',
  id,
  sentence: `Mail ${id}: ${problem}.`,
});

/** Checks incoming mail. */
export const mailChecks: Check[] = [received, messages, mailsOfMessages];
