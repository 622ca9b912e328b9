import { type ReactNode, useEffect, useId, useRef } from 'react';
import css from './insert-gist.module.css';
import { SearchInput } from './search-input.tsx';
import { useActiveChoice } from './use-active-choice.ts';

type ChoiceListProps<Choice> = Parameters<typeof useActiveChoice<Choice>>[0] & {
  /** What is chosen from, in words. */
  label: string;
  onSearch: (words: string) => void;
  /** An option's inside. */
  children: (choice: Choice) => ReactNode;
  preview: (choice: Choice) => ReactNode;
  /** What stands there when nothing fits. */
  empty: ReactNode;
};

/** A search field, what fits below it, and a preview of what Enter would take. The focus stays in the field. */
export function ChoiceList<Choice>(props: ChoiceListProps<Choice>) {
  const { label, words, onSearch, choices, keyOf, children, preview, empty, onTake } = props;
  const { active, place, activate, reset, hearKey } = useActiveChoice(props);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const idOf = (choice: Choice): string => `${listId}-${keyOf(choice)}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is active
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [place]);

  return (
    <>
      <SearchInput
        label={label}
        words={words}
        onSearch={text => {
          reset();
          onSearch(text);
        }}
        onKeyDown={hearKey}
        listId={listId}
        activeId={active && idOf(active)}
      />
      <div className={css.columns}>
        <div ref={list} id={listId} role="listbox" aria-label={label} className={css.list} tabIndex={-1}>
          {choices.map(choice => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field, which keeps the focus
            // biome-ignore lint/a11y/useFocusableInteractive: the field's aria-activedescendant points at it
            <div
              key={keyOf(choice)}
              id={idOf(choice)}
              role="option"
              aria-selected={choice === active}
              className={css.option}
              onPointerMove={() => activate(choice)}
              onPointerDown={event => event.preventDefault()}
              onClick={() => onTake(choice)}
            >
              {children(choice)}
            </div>
          ))}
          {choices.length === 0 && empty}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keys that scroll */}
        <section className={css.preview} aria-label="Preview" tabIndex={0}>
          {active && preview(active)}
        </section>
      </div>
    </>
  );
}
