import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useActiveOption } from '../../ui/use-active-option.ts';
import css from './insert-gist.module.css';
import { SearchInput } from './search-input.tsx';

type ChoiceListProps<Choice> = {
  label: string;
  query: string;
  onSearch: (query: string) => void;
  choices: readonly Choice[];
  getKey: (choice: Choice) => string;
  /** True while choices are loading. If none is shown yet, Enter waits for the first choice and chooses it. */
  isPending: boolean;
  onChoose: (choice: Choice) => void;
  /** Handles a key in the empty search field. Returns true if the key is handled. */
  onEmptyKey: (key: string) => boolean;
  /** Renders an option. */
  children: (choice: Choice) => ReactNode;
  preview: (choice: Choice) => ReactNode;
  /** Shown if there are no choices. */
  empty: ReactNode;
};

const pageLength = 8;

/** A search field, the matching choices, and a preview of the active choice. The focus stays in the field. */
export function ChoiceList<Choice>(props: ChoiceListProps<Choice>) {
  const { label, query, onSearch, choices, getKey, isPending, onChoose, onEmptyKey, children, preview, empty } = props;
  const { active, activeKey, index, activate, moves } = useActiveOption(choices, getKey, pageLength);
  /** True if Enter was pressed before choices had loaded. */
  const choosesFirst = useRef(false);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const toOptionId = (choice: Choice): string => `${listId}-${getKey(choice)}`;

  useEffect(() => {
    if (!active) return;
    if (choosesFirst.current) onChoose(active);
    choosesFirst.current = false;
    // Later results must not replace the first choice.
    if (activeKey === null && query !== '') activate(getKey(active));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the active choice moves
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [index, activeKey]);

  const search = (text: string): void => {
    activate(null);
    choosesFirst.current = false;
    onSearch(text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const move = moves[event.key];
    if (move && active) move();
    else if (event.key === 'Enter' && active) onChoose(active);
    else if (event.key === 'Enter') choosesFirst.current = isPending;
    else if (query !== '' || !onEmptyKey(event.key)) return;
    event.preventDefault();
  };
  return (
    <>
      <SearchInput
        label={label}
        query={query}
        onSearch={search}
        onKeyDown={onKeyDown}
        listId={listId}
        activeId={active && toOptionId(active)}
      />
      <div className={css.columns}>
        <div ref={list} id={listId} role="listbox" aria-label={label} className={css.list} tabIndex={-1}>
          {choices.map(choice => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field's aria-activedescendant points at it
            <div
              key={getKey(choice)}
              id={toOptionId(choice)}
              role="option"
              aria-selected={choice === active}
              className={css.option}
              onPointerMove={() => activate(getKey(choice))}
              onPointerDown={event => event.preventDefault()}
              onClick={() => onChoose(choice)}
            >
              {children(choice)}
            </div>
          ))}
          {choices.length === 0 && empty}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
        <section className={css.preview} aria-label="Preview" tabIndex={0}>
          {active && preview(active)}
        </section>
      </div>
    </>
  );
}
