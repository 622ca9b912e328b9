import { useRef } from 'react';
import type { Ticket } from '#contract';
import { ActionPicker } from '../../keyboard/action-picker.tsx';
import { useAction } from '../../keyboard/use-action.ts';
import { useCanWriteTickets } from '../../session/permissions.ts';
import { Icon } from '../../ui/icon.tsx';
import { useUpdateTicket } from '../edit/use-update-ticket.ts';
import { FilterLink } from '../filter/filter-link.tsx';
import css from '../ticket-header.module.css';
import { newTag, useKnownTags } from './tags.ts';

/** A ticket's tags, with buttons to remove and add tags. */
export function TagsField({ ticket }: { ticket: Ticket }) {
  const update = useUpdateTicket(ticket);
  const mayWrite = useCanWriteTickets();
  const known = useKnownTags();
  const remove = (tag: string): void => void update({ tags: ticket.tags.filter(other => other !== tag) });
  const firstCross = useRef<HTMLButtonElement>(null);
  useAction('ticket.untag', mayWrite && ticket.tags.length > 0 ? () => firstCross.current?.focus() : null, {
    choices: () => ticket.tags.map(tag => ({ label: tag, chosen: false, choose: () => remove(tag) })),
  });
  const addable = known.filter(tag => !ticket.tags.includes(tag));
  return (
    <>
      {ticket.tags.map((tag, index) => (
        <span key={tag} className={mayWrite ? `pill ${css.tag}` : 'pill'}>
          <FilterLink condition={{ tag }} among="list" className={css.tagLink} title={`List tickets tagged ${tag}`}>
            {tag}
          </FilterLink>
          {mayWrite && (
            <button
              ref={index === 0 ? firstCross : null}
              type="button"
              className={css.remove}
              aria-label={`Remove the tag ${tag}`}
              onClick={() => remove(tag)}
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
          choices={addable.map(tag => ({ value: tag, label: tag }))}
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
