import { type KeyboardEvent, type RefObject, useEffect, useId } from 'react';
import { explainError, getErrorReference } from '../api-client/errors.ts';
import type { LoadError } from '../api-client/load-error.ts';
import { formatCount } from '../ui/format-count.ts';
import { isApple } from '../ui/platform.ts';
import { useActiveOption } from '../ui/use-active-option.ts';
import type { MatchedEntry } from './entry.ts';
import { EntryList } from './entry-list.tsx';
import css from './palette.module.css';
import { QueryField } from './query-field.tsx';
import { storeRecent } from './recent-entries.ts';
import { usePaletteSections } from './use-sections.ts';

type PaletteBoxProps = {
  query: string;
  onType: (query: string) => void;
  /** Whether Enter was pressed before the palette was loaded. */
  wasEnterPressed: RefObject<boolean>;
  close: () => void;
};

const pageSize = 6;

/** The search field and its results: a combobox that is always open. */
export default function PaletteBox({ query, onType, wasEnterPressed, close }: PaletteBoxProps) {
  const { sections, searching, missing, failures } = usePaletteSections(query);
  const listId = useId();
  const entries = sections.flatMap(section => section.entries);
  const { active, activate, moves } = useActiveOption(entries, ({ id }) => id, pageSize);
  const isEmpty =
    !searching && failures.length === 0 && missing === null && entries.length === 1 && query.trim() !== '';
  const optionId = (entry: MatchedEntry): string => `${listId}-${entry.id}`;

  const pick = (entry: MatchedEntry): void => {
    if (!isSearchResult(entry)) storeRecent(entry.id);
    // Closes first, so that the entry runs with the previous focus.
    close();
    entry.run();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for an Enter before the palette was loaded
  useEffect(() => {
    if (!wasEnterPressed.current || !active) return;
    wasEnterPressed.current = false;
    pick(active);
  }, []);
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const isMod = isApple ? event.metaKey : event.ctrlKey;
    const handler =
      event.key === 'Enter' && active ? () => pick(active) : isMod && event.key === 'k' ? close : moves[event.key];
    if (!handler) return;
    event.preventDefault();
    handler();
  };

  return (
    <>
      <QueryField
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={active && optionId(active)}
        value={query}
        onChange={event => {
          onType(event.target.value);
          activate(null);
        }}
        onKeyDown={handleKeyDown}
        close={close}
      />
      <EntryList
        id={listId}
        sections={sections}
        active={active}
        optionId={optionId}
        onHover={entry => activate(entry.id)}
        onPick={pick}
      />
      <footer className={css.footer}>
        <span role="status">
          {missing !== null && `Ticket #${missing} not found. `}
          {failures[0] && <SearchFailed failure={failures[0]} />}
          {isEmpty && 'No results. Press Enter to open the search in the ticket list.'}
          <span className="visually-hidden">
            {!searching && !isEmpty && missing === null && formatCount(entries.length, 'option')}
          </span>
        </span>
        {failures.length > 0 ? <SearchAgain failures={failures} /> : <KeyHints />}
      </footer>
    </>
  );
}

const SearchFailed = ({ failure: { error } }: { failure: LoadError }) => (
  <>
    The search failed. {explainError(error)} <span className={css.reference}>{getErrorReference(error)}</span>
  </>
);

/** Retries all failed searches and returns the focus to the field. */
const SearchAgain = ({ failures }: { failures: readonly LoadError[] }) => (
  <button
    type="button"
    className={`button ${css.retry}`}
    onClick={({ currentTarget: button }) => {
      button.closest('dialog')?.querySelector('input')?.focus();
      for (const { retry } of failures) retry();
    }}
  >
    Try again
  </button>
);

const KeyHints = () => (
  <span className={css.keys} aria-hidden="true">
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> select
    </span>
    <span>
      <kbd>↵</kbd> run
    </span>
    <span>
      <kbd>Esc</kbd> close
    </span>
  </span>
);

/** Returns whether an entry is a search result. Recent entries do not include search results. */
const isSearchResult = ({ id }: MatchedEntry): boolean => /^(search|ticket |gist )/.test(id);
