import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

type ActiveChoiceOptions<Choice> = {
  words: string;
  choices: readonly Choice[];
  keyOf: (choice: Choice) => string;
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

/** Which of several choices Enter would take, and the keys that lead to another. By itself it is the first. */
export function useActiveChoice<Choice>(options: ActiveChoiceOptions<Choice>) {
  const { words, choices, keyOf, isPending, onTake, onEmptyKey } = options;
  const [activeKey, activate] = useState<string | null>(null);
  /** Enter was pressed before there was anything to take. */
  const takesFirst = useRef(false);
  const index = Math.max(
    0,
    choices.findIndex(choice => keyOf(choice) === activeKey),
  );
  const active = choices[index];

  const step = (by: number): void => {
    const wrapped = Math.abs(by) === 1 ? (index + by + choices.length) % choices.length : index + by;
    const next = choices[Math.max(0, Math.min(wrapped, choices.length - 1))];
    if (next) activate(keyOf(next));
  };
  const hearKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const by = steps[event.key];
    if (by !== undefined && choices.length > 0) step(by);
    else if (event.key === 'Enter' && active) onTake(active);
    else if (event.key === 'Enter') takesFirst.current = isPending;
    else if (words !== '' || !onEmptyKey(event.key)) return;
    event.preventDefault();
  };

  useEffect(() => {
    if (!active) return;
    if (takesFirst.current) onTake(active);
    takesFirst.current = false;
    // What is found later must not take the place of what one is about to take.
    if (activeKey === null && words !== '') activate(keyOf(active));
  });

  return {
    active,
    /** Changes whenever another one is active, or the same one elsewhere in the list. */
    place: `${index} ${activeKey}`,
    activate: (choice: Choice): void => activate(keyOf(choice)),
    /** Back to the first, as for other words. */
    reset: (): void => {
      activate(null);
      takesFirst.current = false;
    },
    hearKey,
  };
}
