import type { QueryClient } from '@tanstack/react-query';
import { hasNews, seenUntil } from '../../messages/news.ts';
import { messageKeys } from '../../messages/queries.ts';
import { showFailure, showNotice, showUndo, showWarning } from '../../notices/notices.ts';
import { peopleQuery } from '../../people/queries.ts';
import { capitalize, describeChange } from './change-words.ts';
import { pickFields, type TicketChange } from './merge.ts';
import type { Clash, Patched, SeenTicket } from './patch.ts';
import type { WaitingEdit } from './waiting-edits.ts';

/** What the words for an edit need to know: the people, and which of them reads the words. */
export type Reader = { client: QueryClient; personId: string };

const briefMilliseconds = 4000;

const wordsFor = ({ client, personId }: Reader, { id }: SeenTicket) => ({
  ticket: `#${id}`,
  nameOf: (person: string): string => {
    if (person === personId) return 'you';
    return client.getQueryData(peopleQuery.queryKey)?.find(each => each.id === person)?.name ?? 'somebody';
  },
});

/** What an edit does, as something done: `Closed #1042`. */
const describeEdit = (reader: Reader, { seen, change }: WaitingEdit): string =>
  capitalize(describeChange(seen, change, wordsFor(reader, seen)));

/** Tells what was done, and lets it be undone. Answers the way to take the offer back. */
export const offerUndo = (reader: Reader, edit: WaitingEdit, undo: () => void): (() => void) =>
  showUndo(describeEdit(reader, edit), undo);

/** Tells that an edit was undone: by then, one may be elsewhere. */
export function tellUndone(reader: Reader, edit: WaitingEdit): void {
  const { ticket, nameOf } = wordsFor(reader, edit.seen);
  const title = `Undone: ${describeChange(edit.seen, edit.change, { ticket, nameOf })}`;
  showNotice({ tone: 'done', title, milliseconds: briefMilliseconds });
}

/** Tells what others did to a ticket while an edit of it was on its way. */
export async function tellMerged(reader: Reader, before: SeenTicket, { merged }: Patched): Promise<void> {
  const theirEdits = merged?.theirEdits.filter(({ personId }) => personId !== reader.personId) ?? [];
  if (!merged || theirEdits.length === 0) return;
  await reader.client.ensureQueryData(peopleQuery).catch(() => undefined);
  const words = wordsFor(reader, before);
  for (const [personId, theirs] of Map.groupBy(theirEdits, each => each.personId)) {
    const fields = theirs.map(({ field }) => field);
    const done = describeChange(before, pickFields(merged.theirs, fields), words);
    showNotice({ tone: 'done', title: `${nameIn(words, personId)} also ${done}` });
  }
}

const nameIn = ({ nameOf }: ReturnType<typeof wordsFor>, personId: string | null): string =>
  capitalize(personId === null ? 'somebody' : nameOf(personId));

/** Tells that a ticket was closed in which others wrote what nobody in front of this page has seen; where it is open, shows that. */
export async function tellUnseen({ client, personId }: Reader, ticketId: string): Promise<void> {
  const since = seenUntil(ticketId);
  const isUnseen = since !== '' && (await hasNews(ticketId, since, personId).catch(() => false));
  if (!isUnseen) return;
  void client.invalidateQueries({ queryKey: messageKeys.ofTicket(ticketId) });
  showWarning(`#${ticketId} has a new message`, 'It came while you closed the ticket.');
}

/** Tells that what somebody else has done since was not undone. */
export async function tellYielded(reader: Reader, clash: Clash): Promise<void> {
  await reader.client.ensureQueryData(peopleQuery).catch(() => undefined);
  const words = wordsFor(reader, clash.theirs);
  const [field] = clash.fields;
  const by = clash.theirEdits.find(edit => edit.field === field)?.personId ?? null;
  const done = describeChange(clash.base, pickFields(clash.theirs, clash.fields), words);
  showWarning('Not undone', `${nameIn(words, by)} ${done} in the meantime.`);
}

/** Tells that theirs was kept although nobody chose it; one's own is told, and can still be had. */
export function tellKeptTheirs(reader: Reader, { theirs, mine, fields }: Clash, takeMine: () => void): void {
  const own = pickFields(mine, fields);
  showNotice({
    tone: 'done',
    title: `Kept theirs in #${theirs.id}`,
    message: `You had ${describeChange(theirs, own, wordsFor(reader, theirs))}${quoteTexts(own)}`,
    action: { label: 'Use mine', run: takeMine },
  });
}

/** The texts of a change, which nobody knows by heart. */
function quoteTexts({ subject, customer_name: name, customer_email: email, description }: TicketChange): string {
  const texts = [subject, name, email, description].filter(text => text != null);
  return texts.length === 0 ? '.' : `: ${texts.map(text => `“${text}”`).join(', ')}`;
}

/** Tells that an edit was refused. `again` makes it anew. */
export const tellRefused = (reader: Reader, edit: WaitingEdit, error: unknown, again: () => void): void => {
  const { ticket, nameOf } = wordsFor(reader, edit.seen);
  showFailure(`Not done: ${describeChange(edit.seen, edit.change, { ticket, nameOf })}`, error, again);
};
