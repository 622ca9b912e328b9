import { type ReactNode, useEffect, useId, useRef } from 'react';
import css from './insert-gist.module.css';
import { SearchInput } from './search-input.tsx';
import { useActiveChoice } from './use-active-choice.ts';

type ChoiceListProps<Choice> = Parameters<typeof useActiveChoice<Choice>>[0] & {
  /** Label of the list. */
  label: string;
  onSearch: (query: string) => void;
  /** Renders an option. */
  children: (choice: Choice) => ReactNode;
  preview: (choice: Choice) => ReactNode;
  /** Shown if nothing matches. */
  empty: ReactNode;
};

/** A search field, the matching choices, and a preview of the active one. The focus stays in the field. */
export function ChoiceList<Choice>(props: ChoiceListProps<Choice>) {
  const { label, query, onSearch, choices, getKey, children, preview, empty, onChoose } = props;
  const { active, position, activate, reset, onKeyDown } = useActiveChoice(props);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const toOptionId = (choice: Choice): string => `${listId}-${getKey(choice)}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the active choice moves
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [position]);

  return (
    <>
      <SearchInput
        label={label}
        query={query}
        onSearch={text => {
          reset();
          onSearch(text);
        }}
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
              onPointerMove={() => activate(choice)}
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
