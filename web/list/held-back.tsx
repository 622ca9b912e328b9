import { useEffect, useRef } from 'react';
import { readIdleMilliseconds } from '../keyboard/last-input.ts';
import { useAction } from '../keyboard/use-action.ts';
import { Icon } from '../ui/icon.tsx';
import { Key } from '../ui/key.tsx';
import { useLatest } from '../use-latest.ts';
import css from './held-back.module.css';

type HeldBackProps = {
  /** What there is in the list, for those who do not see it: "42 tickets"; null until that is known. */
  total: string | null;
  entering: number;
  moving: boolean;
  /** How often the list was taken in. */
  taken: number;
  takeIn: () => void;
};

/**
 * On the list's upper edge while it is not shown as it is: how many rows wait, and the way to take them in. Where nobody
 * has touched the page for a while and the list is at its top, they come in by themselves.
 */
export function HeldBack({ total, entering, moving, taken, takeIn }: HeldBackProps) {
  const place = useRef<HTMLDivElement>(null);
  const waits = entering > 0 || moving;
  const readList = () => place.current?.nextElementSibling;
  const take = (): void => {
    takeIn();
    // The button goes, and so may the row that had the focus.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) readList()?.querySelector<HTMLElement>('[data-row]')?.focus();
    });
  };
  useAction('list.take-in', waits ? take : null);
  useWhenNobodyLooks(waits ? () => readList()?.scrollTop === 0 && takeIn() : null);
  return (
    <div ref={place} className={css.place} role="status">
      {waits && (
        <button type="button" onClick={take}>
          <Icon name="up" size={12} />
          {entering > 0 ? `${entering} new` : 'List has changed'}
          <Key keys="." />
        </button>
      )}
      {!waits && taken > 0 && total !== null && (
        <span key={taken} className="visually-hidden">
          Now {total}
        </span>
      )}
    </div>
  );
}

const absentMilliseconds = 60_000;
const lookMilliseconds = 5000;

/** Calls `act` when nobody has touched the page for a minute. */
function useWhenNobodyLooks(act: (() => void) | null): void {
  const latest = useLatest(act);
  const wanted = act !== null;
  useEffect(() => {
    if (!wanted) return;
    const look = (): void => {
      if (readIdleMilliseconds() >= absentMilliseconds) latest.current?.();
    };
    look();
    const timer = setInterval(look, lookMilliseconds);
    return () => clearInterval(timer);
  }, [wanted]);
}
