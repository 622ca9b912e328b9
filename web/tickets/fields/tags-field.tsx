import type { Ticket } from '#contract';
import { ActionPicker } from '../../keyboard/action-picker.tsx';
import { useMayWrite } from '../../session/may.ts';
import { Icon } from '../../ui/icon.tsx';
import { useUpdateTicket } from '../edit/update.ts';
import { FilterLink } from '../filter/filter-link.tsx';
import css from '../ticket-header.module.css';
import { newTag, useKnownTags } from './tags.ts';

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
          <FilterLink condition={{ tag }} among="list" className={css.tagLink} title={`List those tagged ${tag}`}>
            {tag}
          </FilterLink>
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
