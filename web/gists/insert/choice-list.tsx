import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import css from './insert-gist.module.css';
import { SearchInput } from './search-input.tsx';

type ChoiceListProps<Choice> = {
  /** What is chosen from, in words. */
  label: string;
  words: string;
  onSearch: (words: string) => void;
  choices: readonly Choice[];
  keyOf: (choice: Choice) => string;
  /** An option's inside. */
  children: (choice: Choice) => ReactNode;
  preview: (choice: Choice) => ReactNode;
  /** What stands there when nothing fits. */
  empty: ReactNode;
  /** Whether more may come: Enter then waits for it. */
  isPending: boolean;
  onTake: (choice: Choice) => void;
  /** A key in the empty search field that means something else; true when it was one. */
  onEmptyKey: (key: string) => boolean;
};

const pageLength = 8;
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: pageLength,
  PageUp: -pageLength,
};

/** A search field, what fits below it, and a preview of what Enter would take. The focus stays in the field. */
export function ChoiceList<Choice>(props: ChoiceListProps<Choice>) {
  const { label, words, onSearch, choices, keyOf, children, preview, empty, isPending, onTake, onEmptyKey } = props;
  const [activeKey, activate] = useState<string | null>(null);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const index = Math.max(
    0,
    choices.findIndex(choice => keyOf(choice) === activeKey),
  );
  const active = choices[index];
  const takesFirst = useRef(false);
  const idOf = (choice: Choice): string => `${listId}-${keyOf(choice)}`;

  const step = (by: number): void => {
    const wrapped = Math.abs(by) === 1 ? (index + by + choices.length) % choices.length : index + by;
    const next = choices[Math.max(0, Math.min(wrapped, choices.length - 1))];
    if (next) activate(keyOf(next));
  };
  const hear = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const by = steps[event.key];
    if (by !== undefined && choices.length > 0) step(by);
    else if (event.key === 'Enter' && active) onTake(active);
    else if (event.key === 'Enter') takesFirst.current = isPending;
    else if (words !== '' || !onEmptyKey(event.key)) return;
    event.preventDefault();
  };
  const search = (text: string): void => {
    activate(null);
    takesFirst.current = false;
    onSearch(text);
  };

  useEffect(() => {
    if (!active) return;
    if (takesFirst.current) onTake(active);
    takesFirst.current = false;
    // What is found later must not take the place of what one is about to take.
    if (activeKey === null && words !== '') activate(keyOf(active));
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is active
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [index, activeKey]);

  return (
    <>
      <SearchInput
        label={label}
        words={words}
        onSearch={search}
        onKeyDown={hear}
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
              onPointerMove={() => activate(keyOf(choice))}
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
