import { useRef } from 'react';
import type { Ticket } from '#contract';
import { ActionPicker } from '../../keyboard/action-picker.tsx';
import { useAction } from '../../keyboard/use-action.ts';
import { useCanWriteTickets } from '../../session/permissions.ts';
import { Icon } from '../../ui/icon.tsx';
import { useUpdateTicket } from '../edit/use-update-ticket.ts';
import { FilterLink } from '../filter/filter-link.tsx';
import { useKnownValues } from '../filter/use-known-values.ts';
import css from '../ticket-header.module.css';
import { toTagChoice } from './tags.ts';

export function TagsField({ ticket }: { ticket: Ticket }) {
  const update = useUpdateTicket(ticket);
  const mayWrite = useCanWriteTickets();
  const remove = (tag: string): void => void update({ tags: ticket.tags.filter(each => each !== tag) });
  const firstCross = useRef<HTMLButtonElement>(null);
  useAction('ticket.untag', mayWrite && ticket.tags.length > 0 ? () => firstCross.current?.focus() : null, {
    choices: () => ticket.tags.map(tag => ({ value: tag, label: tag, chosen: false, choose: () => remove(tag) })),
  });
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
        <AddTagPicker
          present={ticket.tags}
          className={css.dashed}
          onChoose={tag => void update({ tags: [...ticket.tags, tag] })}
        />
      )}
    </>
  );
}

type AddTagPickerProps = {
  present: readonly string[];
  className?: string | undefined;
  onChoose: (tag: string) => void;
};

/** Offers the known tags that are not present, and any new tag. */
export function AddTagPicker({ present, className, onChoose }: AddTagPickerProps) {
  const addable = useKnownValues({ loadsTags: false }).tags.filter(tag => !present.includes(tag));
  return (
    <ActionPicker
      action="ticket.tag"
      name="Add a tag"
      className={className}
      search="Find or add a tag"
      choices={addable.map(tag => ({ value: tag, label: tag }))}
      chosen={[]}
      create={text => toTagChoice(text, present)}
      onChoose={onChoose}
    >
      + Tag
    </ActionPicker>
  );
}
