import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { toAttachedFile } from '../database/attachments.ts';
import { type Check, createRowsCheck } from './check.ts';
import { isInSpan } from './walk-table.ts';

const description = { name: 'attachments', rule: 'A message and its files name each other.' };

const files = z.array(z.looseObject({ id: z.string() }));

const parseFiles = (column: string | null) => {
  try {
    return files.parse(JSON.parse(column ?? '[]'));
  } catch {
    return null;
  }
};

const filesOfMessages = createRowsCheck(description, 'messages', async (queries, span) => {
  const messages = await queries
    .selectFrom('messages')
    .select(['n', 'id', 'attachments'])
    .where(isInSpan('n', span))
    .where('attachments', 'is not', null)
    .execute();
  const rows = await queries
    .selectFrom('attachments')
    .innerJoin('tickets', 'tickets.id', 'attachments.ticket_id')
    .innerJoin('messages', join =>
      join.onRef('messages.ticket_n', '=', 'tickets.n').onRef('messages.id', '=', 'attachments.message_id'),
    )
    .selectAll('attachments')
    .select('messages.n as message_n')
    .where(isInSpan('messages.n', span))
    .execute();
  const byMessage = Map.groupBy(rows, ({ message_n }) => message_n);
  return messages
    .filter(({ n, attachments }) => {
      const stored = (byMessage.get(n) ?? []).map(toAttachedFile);
      return !isDeepStrictEqual(sortById(parseFiles(attachments) ?? []), sortById(stored));
    })
    .map(({ id }) => ({
      table: 'messages',
      id,
      sentence: `Message ${id}: its list of files does not match its files.`,
    }));
});

const sortById = <File extends { id: string }>(list: readonly File[]): File[] =>
  list.toSorted((left, right) => (left.id < right.id ? -1 : 1));

const messagesOfFiles = createRowsCheck(description, 'attachments', async (queries, span) => {
  const rows = await queries
    .selectFrom('attachments')
    .leftJoin('tickets', 'tickets.id', 'attachments.ticket_id')
    .leftJoin('messages', join =>
      join.onRef('messages.ticket_n', '=', 'tickets.n').onRef('messages.id', '=', 'attachments.message_id'),
    )
    .select(['attachments.id', 'attachments.message_id', 'unattached_at', 'messages.attachments as list'])
    .where(isInSpan('attachments.n', span))
    .execute();
  return rows
    .filter(({ message_id, unattached_at, list }) =>
      message_id === null ? unattached_at === 0 : unattached_at > 0 || list === null,
    )
    .map(({ id }) => ({
      table: 'attachments',
      id,
      sentence: `File ${id}: its message does not name it, or unattached_at does not match.`,
    }));
});

/** Checks that messages and files name each other. */
export const attachmentChecks: Check[] = [filesOfMessages, messagesOfFiles];
