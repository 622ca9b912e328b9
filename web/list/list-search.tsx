import { type KeyboardEvent, useRef } from 'react';
import { useAction, useRunAction } from '../keyboard/use-action.ts';
import { Icon } from '../ui/icon.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import css from './list-search.module.css';
import { toPrefixQuery, toSearchText } from './prefix-query.ts';
import { useSearchText } from './use-search-text.ts';

/** The API's limit for `q`, without the star of a prefix. */
const maxLength = 255;

type ListSearchProps = {
  label: string;
  /** The search query in the URL. */
  q: string | undefined;
  /** Writes the query to the URL. `replace`: true if the history already has an entry for the search. */
  search: (q: string | undefined, options: { replace: boolean }) => void;
  /** True to show a button that opens the command palette. */
  hasPaletteButton?: boolean;
};

export function ListSearch({ label, q, search, hasPaletteButton = false }: ListSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, type] = useSearchText(toSearchText(q ?? ''), typed =>
    search(typed === '' ? undefined : toPrefixQuery(typed), { replace: q !== undefined }),
  );
  useAction('search', () => input.current?.select());
  const clear = (): void => {
    type('');
    input.current?.focus();
  };
  const clearOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || text === '') return;
    event.preventDefault();
    clear();
  };
  return (
    <search className={css.field}>
      <Icon name="search" size={15} />
      <input
        ref={input}
        className="bare-input"
        dir="auto"
        type="search"
        aria-label={label}
        placeholder={hasPaletteButton ? 'Search or jump to' : label}
        maxLength={maxLength}
        value={text}
        onChange={event => type(event.target.value)}
        onKeyDown={clearOnEscape}
      />
      {text === '' && hasPaletteButton && <PaletteButton />}
      {text === '' && !hasPaletteButton && <KeyHint keys="/" />}
      {text !== '' && (
        <button type="button" className={css.clear} aria-label="Clear the search" onClick={clear}>
          <Icon name="cross" size={12} />
        </button>
      )}
    </search>
  );
}

function PaletteButton() {
  const run = useRunAction();
  return (
    <button
      type="button"
      className={css.paletteButton}
      title="Jump to a ticket, a view or an action"
      onClick={() => run('palette')}
    >
      <span className="visually-hidden">Open the command palette </span>
      <KeyHint keys="Mod k" />
    </button>
  );
}
