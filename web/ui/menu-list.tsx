import type { KeyboardEvent, ReactNode } from 'react';
import css from './menu-list.module.css';

/** A vertical list of buttons and links in a popup. Arrow keys move between them, like Tab. */
export function MenuList({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside receive the keys
    <div className={css.list} onKeyDown={moveFocus}>
      {children}
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button:not(:disabled)')];
  const current = items.findIndex(item => item.matches(':focus'));
  // Without a focused item, ArrowUp focuses the last item.
  items.at(current < 0 && step < 0 ? -1 : (current + step) % items.length)?.focus();
}
