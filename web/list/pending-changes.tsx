import { useEffect, useRef } from 'react';
import { useAction } from '../keyboard/use-action.ts';
import { Icon } from '../ui/icon.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { useLatest } from '../ui/use-latest.ts';
import css from './pending-changes.module.css';

type PendingChangesProps = {
  /** The total, for screen readers: "42 tickets"; null until known. */
  total: string | null;
  entering: number;
  hasRemovedOrMoved: boolean;
  /** Number of times that pending changes were shown. */
  refreshCount: number;
  showChanges: () => void;
};

/**
 * Button above the list that shows pending changes. They show by themselves once the page has been idle for a minute
 * with the list scrolled to its top.
 */
export function PendingChanges({ total, entering, hasRemovedOrMoved, refreshCount, showChanges }: PendingChangesProps) {
  const banner = useRef<HTMLDivElement>(null);
  const isPending = entering > 0 || hasRemovedOrMoved;
  const getList = () => banner.current?.nextElementSibling;
  const show = (): void => {
    showChanges();
    // The button disappears, and so may the focused row.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) getList()?.querySelector<HTMLElement>('[data-row]')?.focus();
    });
  };
  useAction('list.show-new', isPending ? show : null);
  useWhenIdle(isPending ? () => getList()?.scrollTop === 0 && showChanges() : null);
  return (
    <div ref={banner} className={css.banner} role="status">
      {isPending && (
        <button type="button" onClick={show}>
          <Icon name="up" size={12} />
          {entering > 0 ? `${entering} new` : 'List has changed'}
          <KeyHint keys="." />
        </button>
      )}
      {!isPending && refreshCount > 0 && total !== null && (
        <span key={refreshCount} className="visually-hidden">
          Now {total}
        </span>
      )}
    </div>
  );
}

/** Time of the last user input, in milliseconds since 1970. */
let lastInput = Date.now();

for (const kind of ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const) {
  addEventListener(kind, () => (lastInput = Date.now()), { capture: true, passive: true });
}

const idleMilliseconds = 60_000;
const checkMilliseconds = 5000;

/** Calls `act` once the page has had no input for a minute. */
function useWhenIdle(act: (() => void) | null): void {
  const latest = useLatest(act);
  const isEnabled = act !== null;
  useEffect(() => {
    if (!isEnabled) return;
    const check = (): void => {
      if (Date.now() - lastInput >= idleMilliseconds) latest.current?.();
    };
    check();
    const timer = setInterval(check, checkMilliseconds);
    return () => clearInterval(timer);
  }, [isEnabled]);
}
