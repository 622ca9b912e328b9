import type { QueryClient } from '@tanstack/react-query';
import { messageKeys, threadQuery } from '../../messages/queries.ts';
import { filterUnseen, getSeenUntil, hasUnseenMessages } from '../../messages/unseen-messages.ts';
import { peopleQuery } from '../../people/queries.ts';
import { showFailure, showToast, showUndo, showWarning } from '../../toasts/toast-store.ts';
import { capitalize, describeChange } from './describe-change.ts';
import type { EditConflictError, PatchResult, SeenTicket } from './patch-ticket.ts';
import type { PendingEdit } from './pending-edits.ts';
import { listFields, pickTicketFields, type TicketChange, ticketFields } from './ticket-fields.ts';

/** The signed-in person, and the cache that contains the people's names. */
export type EditContext = { client: QueryClient; personId: string };

const briefMilliseconds = 4000;

const getDescribeOptions = ({ client, personId }: EditContext, { id }: SeenTicket) => ({
  ticket: `#${id}`,
  getName: (person: string): string => {
    if (person === personId) return 'you';
    return client.getQueryData(peopleQuery.queryKey)?.find(each => each.id === person)?.name ?? 'someone';
  },
});

const describeEdit = (context: EditContext, { seen, change }: PendingEdit): string =>
  capitalize(describeChange(seen, change, getDescribeOptions(context, seen)));

/** Shows a toast with Undo for an edit. Returns a function that closes the toast early. */
export const offerUndo = (context: EditContext, edit: PendingEdit, undo: () => void): (() => void) =>
  showUndo(describeEdit(context, edit), undo);

/** Reports that an edit was undone. The person may already be on a different page. */
export function reportUndone(context: EditContext, edit: PendingEdit): void {
  const { ticket, getName } = getDescribeOptions(context, edit.seen);
  const title = `Undone: ${describeChange(edit.seen, edit.change, { ticket, getName })}`;
  showToast({ tone: 'done', title, milliseconds: briefMilliseconds });
}

/** Reports other people's changes that were merged with an edit. */
export async function reportMerged(context: EditContext, before: SeenTicket, { merged }: PatchResult): Promise<void> {
  const othersEdits = merged?.concurrentEdits.filter(({ personId }) => personId !== context.personId) ?? [];
  if (!merged || othersEdits.length === 0) return;
  await context.client.ensureQueryData(peopleQuery).catch(() => undefined);
  const options = getDescribeOptions(context, before);
  for (const [personId, edits] of Map.groupBy(othersEdits, each => each.personId)) {
    const fields = edits.map(({ field }) => field);
    const description = describeChange(before, pickTicketFields(merged.stored, fields), options);
    showToast({ tone: 'done', title: `${formatActor(options, personId)} also ${description}` });
  }
}

const formatActor = ({ getName }: ReturnType<typeof getDescribeOptions>, personId: string | null): string =>
  capitalize(personId === null ? 'someone' : getName(personId));

/**
 * Warns about an unseen message of a ticket that the person closed, and loads the message.
 *
 * @param hadChanged whether the ticket had changed since the page loaded it
 */
export async function warnUnseenMessage(
  { client, personId }: EditContext,
  ticketId: string,
  hadChanged: boolean,
): Promise<void> {
  const since = getSeenUntil(ticketId);
  if (since === '') return;
  const loaded = client.getQueryData(threadQuery(ticketId).queryKey) ?? [];
  const isLoaded = filterUnseen(loaded, since, personId).length > 0;
  if (!isLoaded && !(hadChanged && (await hasUnseenMessages(ticketId, since, personId).catch(() => false)))) return;
  void client.invalidateQueries({ queryKey: messageKeys.ofTicket(ticketId) });
  showWarning(`#${ticketId} has a new message`, 'It arrived while you closed the ticket.');
}

/** Reports that a change was not undone because someone else has changed the field since. */
export async function reportYielded(context: EditContext, conflict: EditConflictError): Promise<void> {
  await context.client.ensureQueryData(peopleQuery).catch(() => undefined);
  const options = getDescribeOptions(context, conflict.stored);
  const [field] = conflict.fields;
  const personId = conflict.concurrentEdits.find(edit => edit.field === field)?.personId ?? null;
  const description = describeChange(conflict.base, pickTicketFields(conflict.stored, conflict.fields), options);
  showWarning('Couldn’t undo', `${formatActor(options, personId)} ${description} in the meantime.`);
}

/**
 * Reports that the stored values stay because the dialog was dismissed. Offers to apply the person's own
 * values.
 */
export function reportDismissed(
  context: EditContext,
  { stored, own, fields }: EditConflictError,
  applyOwn: () => void,
): void {
  const ownValues = pickTicketFields(own, fields);
  showToast({
    tone: 'done',
    title: `Kept the saved version of #${stored.id}`,
    message: `Your discarded change: ${describeChange(stored, ownValues, getDescribeOptions(context, stored))}${quoteTexts(ownValues)}`,
    action: { label: 'Use mine', run: applyOwn },
  });
}

function quoteTexts(change: TicketChange): string {
  const texts = listFields(change).flatMap(name => (ticketFields[name].kind === 'text' ? (change[name] ?? []) : []));
  return texts.length === 0 ? '.' : `: ${texts.map(text => `“${text}”`).join(', ')}`;
}

/** Reports that an edit was rejected. Offers a retry if the retry may succeed. */
export const reportRejected = (context: EditContext, edit: PendingEdit, error: unknown, retry: () => void): void => {
  const { ticket, getName } = getDescribeOptions(context, edit.seen);
  showFailure(`Couldn’t save: ${describeChange(edit.seen, edit.change, { ticket, getName })}`, error, retry);
};
