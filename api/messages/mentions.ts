import type { FieldError, MessageDraft } from '#contract';
import { personKinds } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries } from '../database/database.ts';
import { fieldError } from '../http/errors.ts';
import { parseMentions } from './representation.ts';

/** Finds mentions in a reply. Only notes, which customers never see, may mention people. */
export const findMisplacedMentions = ({ type, mentions = [] }: Partial<MessageDraft>): FieldError[] =>
  type === 'reply' && mentions.length > 0
    ? [fieldError('mentions', 'not_allowed', 'can only be in a note; must be empty in a reply')]
    : [];

/** Finds mentioned people who are unknown or disabled. People whom the stored message mentions may stay. */
export const findMentionErrors = async (
  queries: Queries,
  { mentions = [] }: Partial<MessageDraft>,
  message: { ticketId: string | undefined; messageId: string | undefined },
): Promise<FieldError[]> => {
  if (mentions.length === 0) return [];
  const enabled = queries.selectFrom('people').select('id').where('id', 'in', mentions).where('disabled', '=', 0);
  const rows = await enabled.where('kind', '=', encodeEnum(personKinds, 'person')).execute();
  const allowed = [...rows.map(({ id }) => id), ...(await readStoredMentions(queries, message))];
  return mentions.flatMap((id, index) =>
    allowed.includes(id)
      ? []
      : [fieldError(`mentions[${index}]`, 'unknown_reference', 'must be the id of a person who is not disabled')],
  );
};

const readStoredMentions = async (
  queries: Queries,
  { ticketId = '', messageId = '' }: Parameters<typeof findMentionErrors>[2],
): Promise<string[]> => {
  const row = await queries
    .selectFrom('messages')
    .innerJoin('tickets', 'tickets.n', 'messages.ticket_n')
    .select('messages.mentions')
    .where('tickets.id', '=', ticketId)
    .where('messages.id', '=', messageId)
    .executeTakeFirst();
  return parseMentions(row?.mentions ?? null);
};
