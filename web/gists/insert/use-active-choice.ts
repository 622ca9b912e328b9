import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

type ActiveChoiceOptions<Choice> = {
  query: string;
  choices: readonly Choice[];
  getKey: (choice: Choice) => string;
  /** True while choices are loading: Enter then waits for them. */
  isPending: boolean;
  onChoose: (choice: Choice) => void;
  /** Handles a key in the empty search field. Returns true if it did. */
  onEmptyKey: (key: string) => boolean;
};

const pageLength = 8;
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: pageLength,
  PageUp: -pageLength,
};

/** Manages the active choice, which Enter takes, and the keys that move it. Initially it is the first one. */
export function useActiveChoice<Choice>(options: ActiveChoiceOptions<Choice>) {
  const { query, choices, getKey, isPending, onChoose, onEmptyKey } = options;
  const [activeKey, activate] = useState<string | null>(null);
  /** Enter was pressed before choices had loaded. */
  const choosesFirst = useRef(false);
  const index = Math.max(
    0,
    choices.findIndex(choice => getKey(choice) === activeKey),
  );
  const active = choices[index];

  const step = (by: number): void => {
    const wrapped = Math.abs(by) === 1 ? (index + by + choices.length) % choices.length : index + by;
    const next = choices[Math.max(0, Math.min(wrapped, choices.length - 1))];
    if (next) activate(getKey(next));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const by = steps[event.key];
    if (by !== undefined && choices.length > 0) step(by);
    else if (event.key === 'Enter' && active) onChoose(active);
    else if (event.key === 'Enter') choosesFirst.current = isPending;
    else if (query !== '' || !onEmptyKey(event.key)) return;
    event.preventDefault();
  };

  useEffect(() => {
    if (!active) return;
    if (choosesFirst.current) onChoose(active);
    choosesFirst.current = false;
    // Later results must not replace the active choice.
    if (activeKey === null && query !== '') activate(getKey(active));
  });

  return {
    active,
    /** Changes whenever the active choice or its position changes. */
    position: `${index} ${activeKey}`,
    activate: (choice: Choice): void => activate(getKey(choice)),
    /** Activates the first choice, for a new search. */
    reset: (): void => {
      activate(null);
      choosesFirst.current = false;
    },
    onKeyDown,
  };
}
