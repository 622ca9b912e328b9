import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { explain, referenceOf } from '../api-errors.ts';
import { isApple } from '../ui/platform.ts';
import type { Unread } from '../unread.ts';
import type { ShownEntry } from './entry.ts';
import { EntryList } from './entry-list.tsx';
import css from './palette.module.css';
import { QueryField } from './query-field.tsx';
import { rememberRecent } from './recent.ts';
import { useSections } from './use-sections.ts';

type PaletteBoxProps = {
  query: string;
  onType: (query: string) => void;
  /** Whether Enter was pressed before there was anything to pick. */
  entered: RefObject<boolean>;
  close: () => void;
};

const page = 6;

/** A field, and below it what it finds: a combobox that is always open. */
export default function PaletteBox({ query, onType, entered, close }: PaletteBoxProps) {
  const { sections, searching, missing, failures } = useSections(query);
  const listId = useId();
  const entries = sections.flatMap(({ entries: some }) => some);
  const { active, choose, moves } = useActiveEntry(entries);
  const nothing =
    !searching && failures.length === 0 && missing === null && entries.length === 1 && query.trim() !== '';
  const optionId = (entry: ShownEntry): string => `${listId}-${entry.id}`;

  const pick = (entry: ShownEntry): void => {
    if (!isPassing(entry)) rememberRecent(entry.id);
    close();
    entry.run();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was pressed before counts
  useEffect(() => {
    if (!entered.current || !active) return;
    entered.current = false;
    pick(active);
  }, []);
  const hear = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const isMod = isApple ? event.metaKey : event.ctrlKey;
    const doThis =
      event.key === 'Enter' && active ? () => pick(active) : isMod && event.key === 'k' ? close : moves[event.key];
    if (!doThis) return;
    event.preventDefault();
    doThis();
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
          choose(null);
        }}
        onKeyDown={hear}
        close={close}
      />
      <EntryList
        id={listId}
        sections={sections}
        active={active}
        optionId={optionId}
        onPoint={entry => choose(entry.id)}
        onPick={pick}
      />
      <footer className={css.foot}>
        <span role="status">
          {missing !== null && `There is no ticket #${missing}. `}
          {failures[0] && <SearchFailed failure={failures[0]} />}
          {nothing && 'Nothing here has these words in its name; the search looks into every message too.'}
          <span className="visually-hidden">{!searching && `${entries.length} found`}</span>
        </span>
        {failures.length > 0 ? <SearchAgain failures={failures} /> : <Keys />}
      </footer>
    </>
  );
}

const SearchFailed = ({ failure: { error } }: { failure: Unread }) => (
  <>
    The search failed. {explain(error)} <span className={css.reference}>{referenceOf(error)}</span>
  </>
);

/** Asks again for all that could not be read. Whoever does goes on typing. */
const SearchAgain = ({ failures }: { failures: readonly Unread[] }) => (
  <button
    type="button"
    className={`button ${css.again}`}
    onClick={({ currentTarget: button }) => {
      button.closest('dialog')?.querySelector('input')?.focus();
      for (const { retry } of failures) retry();
    }}
  >
    Try again
  </button>
);

const Keys = () => (
  <span className={css.keys} aria-hidden="true">
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> choose
    </span>
    <span>
      <kbd>↵</kbd> do
    </span>
    <span>
      <kbd>Esc</kbd> close
    </span>
  </span>
);

/** Which entry Enter would pick, and the keys that lead to another. By itself it is the first. */
function useActiveEntry(entries: readonly ShownEntry[]) {
  // What is under the hand stays there, wherever later findings push it.
  const [chosen, choose] = useState<string | null>(null);
  const place = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosen),
  );
  const move = (to: number): void => choose(entries.at(to % entries.length)?.id ?? null);
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(place + 1),
    ArrowUp: () => move(place - 1),
    PageDown: () => move(Math.min(place + page, entries.length - 1)),
    PageUp: () => move(Math.max(place - page, 0)),
  };
  return { active: entries[place], choose, moves };
}

/** What is found is not what one uses again and again. */
const isPassing = ({ id }: ShownEntry): boolean => /^(search|ticket |gist )/.test(id);
