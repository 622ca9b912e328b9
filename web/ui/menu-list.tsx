import type { KeyboardEvent, ReactNode } from 'react';
import css from './menu-list.module.css';

/** What can be chosen in a popup: buttons and links below each other. The arrow keys go through them, as Tab does. */
export function MenuList({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons within
    <div className={css.list} onKeyDown={move}>
      {children}
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function move(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button:not(:disabled)')];
  const current = items.findIndex(item => item.matches(':focus'));
  items.at((current + step) % items.length)?.focus();
}
