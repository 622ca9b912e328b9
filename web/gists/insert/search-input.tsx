import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import css from './insert-gist.module.css';

type SearchInputProps = {
  label: string;
  query: string;
  onSearch: (query: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** Ids of the list and of the active option. */
  listId?: string;
  activeId?: string | undefined;
};

/** The picker's search field. It gets the focus immediately, so that no keystroke is lost while the picker loads. */
export function SearchInput({ label, query, onSearch, onKeyDown, listId, activeId }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  return (
    <div className={css.search}>
      <Icon name="search" size={15} />
      <input
        ref={input}
        className="bare-input"
        dir="auto"
        role="combobox"
        aria-expanded={listId !== undefined}
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={256}
        value={query}
        onChange={event => onSearch(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
