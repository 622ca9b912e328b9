import { useState } from 'react';

/**
 * Manages the active option of a list whose field keeps the focus. By default it is the first option. The active option
 * is identified by key, so that later results do not change it.
 *
 * @param pageLength number of options by which Page Up and Page Down move
 */
export function useActiveOption<Option>(
  options: readonly Option[],
  getKey: (option: Option) => string,
  pageLength: number,
) {
  const [activeKey, activate] = useState<string | null>(null);
  const index = Math.max(
    0,
    options.findIndex(option => getKey(option) === activeKey),
  );
  const moveTo = (to: number): void => {
    const next = options.at(to % options.length);
    if (next) activate(getKey(next));
  };
  /** Handlers of the keys that change the active option. */
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => moveTo(index + 1),
    ArrowUp: () => moveTo(index - 1),
    PageDown: () => moveTo(Math.min(index + pageLength, options.length - 1)),
    PageUp: () => moveTo(Math.max(index - pageLength, 0)),
  };
  return { active: options[index], activeKey, index, activate, moves };
}
