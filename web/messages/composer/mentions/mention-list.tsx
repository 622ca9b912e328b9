import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Colleague } from '../../../people/queries.ts';
import { usePeople } from '../../../people/use-people.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import { findTypedMention, matchPeople, type TypedMention } from './find-mentions.ts';
import css from './mention-list.module.css';

type MentionListProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Where the list opens: `up` above the composer's text field, `down` below the text field of an edited note. */
  opens?: 'up' | 'down';
};

/** The people who match the `@name` at the caret of a note. Arrow keys choose, Enter or Tab inserts, Escape closes. */
export function MentionList({ field, opens = 'up' }: MentionListProps) {
  const [typed, setTyped] = useState<TypedMention | null>(null);
  const [index, setIndex] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const people = usePeople();
  const matches = typed ? matchPeople(people, typed.query) : [];
  const chosen = matches[index] ?? matches[0];
  const getOptionId = ({ id }: Colleague): string => `${listId}-${id}`;

  const insert = ({ name }: Colleague): void => {
    const target = field.current;
    if (!target || !typed) return;
    target.focus();
    target.setSelectionRange(typed.start, target.selectionEnd);
    document.execCommand('insertText', false, `@${name} `);
    setTyped(null);
  };
  const handleKey = useLatest((event: KeyboardEvent): void => {
    if (!chosen || event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setIndex((matches.indexOf(chosen) + step + matches.length) % matches.length);
    else if (event.key === 'Enter' || event.key === 'Tab') insert(chosen);
    else if (event.key === 'Escape') setTyped(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  useEffect(() => {
    const target = field.current;
    if (!target) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const update = (): void => {
      setTyped(findTypedMention(target.value, target.selectionEnd));
      setIndex(0);
    };
    /** Updates the open list when the caret moves. Only typing and clicks open the list. */
    const follow = (): void => setTyped(previous => previous && findTypedMention(target.value, target.selectionEnd));
    target.addEventListener('input', update, { signal });
    target.addEventListener('click', update, { signal });
    document.addEventListener('selectionchange', follow, { signal });
    target.addEventListener('blur', () => setTyped(null), { signal });
    // Runs before the handlers of the composer and of inserted gists.
    target.addEventListener('keydown', event => handleKey.current(event), { signal, capture: true });
    return () => listening.abort();
  }, [field]);
  useEffect(() => {
    const target = field.current;
    if (!target || !chosen) return undefined;
    target.setAttribute('aria-controls', listId);
    target.setAttribute('aria-activedescendant', `${listId}-${chosen.id}`);
    return () => {
      target.removeAttribute('aria-controls');
      target.removeAttribute('aria-activedescendant');
    };
  }, [field, listId, chosen]);
  const isOpen = chosen !== undefined;
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  if (!chosen) return null;
  return (
    <div className={css.anchor}>
      <div
        ref={list}
        id={listId}
        data-opens={opens}
        role="listbox"
        aria-label="Mention a person"
        className={css.list}
        tabIndex={-1}
      >
        {matches.map(person => (
          <div
            key={person.id}
            id={getOptionId(person)}
            role="option"
            tabIndex={-1}
            aria-selected={person === chosen}
            className={css.option}
            // The focus stays in the field.
            onPointerDown={event => {
              event.preventDefault();
              insert(person);
            }}
          >
            <Avatar name={person.name} size={20} />
            <span dir="auto">{person.name}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
