import type { InfiniteData } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import type { Answer } from '../api.ts';
import { ActionPicker } from '../keyboard/action-picker.tsx';
import { useMayWrite } from '../session/may.ts';
import { Icon } from '../ui/icon.tsx';
import type { Choice } from '../ui/picker.tsx';
import { type TicketRow, ticketKeys } from './queries.ts';
import css from './ticket-header.module.css';
import { useUpdateTicket } from './update.ts';

/** A ticket's tags: a click on the cross takes one off, "+ Tag" adds one, known or new. */
export function TagsField({ ticket }: { ticket: Ticket }) {
  const update = useUpdateTicket(ticket);
  const mayWrite = useMayWrite();
  const known = useKnownTags();
  const free = known.filter(tag => !ticket.tags.includes(tag));
  return (
    <>
      {ticket.tags.map(tag => (
        <span key={tag} className={mayWrite ? `pill ${css.tag}` : 'pill'}>
          {tag}
          {mayWrite && (
            <button
              type="button"
              className={css.remove}
              aria-label={`Remove the tag ${tag}`}
              onClick={() => update({ tags: ticket.tags.filter(other => other !== tag) })}
            >
              <Icon name="cross" size={11} />
            </button>
          )}
        </span>
      ))}
      {mayWrite && (
        <ActionPicker
          action="ticket.tag"
          name="Add a tag"
          className={css.dashed}
          search="Find or add a tag"
          choices={free.map(tag => ({ value: tag, label: tag }))}
          chosen={[]}
          create={text => newTag(text, ticket.tags)}
          onChoose={tag => update({ tags: [...ticket.tags, tag] })}
        >
          + Tag
        </ActionPicker>
      )}
    </>
  );
}

/** What was typed as a tag; null when the API would not take it (`^[a-z0-9][a-z0-9_-]{0,63}$`) or it is there. */
function newTag(text: string, present: readonly string[]): Choice | null {
  const tag = text.toLowerCase().replace(/\s+/g, '-');
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(tag) || present.includes(tag)) return null;
  return { value: tag, label: `Add “${tag}”` };
}

/** The tags on the tickets that were read so far: the API lists tickets, not tags. */
function useKnownTags(): string[] {
  const lists = useQueryClient().getQueriesData<InfiniteData<Answer<TicketRow[]>>>({ queryKey: ticketKeys.lists });
  const rows = lists.flatMap(([, data]) => data?.pages ?? []).flatMap(page => page.body);
  return [...new Set(rows.flatMap(row => row.tags))].sort();
}
