import { useEffect, useRef } from 'react';
import { readIdleMilliseconds } from '../../keyboard/last-input.ts';
import { useAction } from '../../keyboard/use-action.ts';
import { Icon } from '../../ui/icon.tsx';
import { Key } from '../../ui/key.tsx';
import { formatTotal } from '../../ui/total.ts';
import { useLatest } from '../../use-latest.ts';
import type { TicketFilter } from '../filter/filter.ts';
import css from './held-back.module.css';
import { useTotal } from './use-total.ts';

type HeldBackProps = {
  filter: TicketFilter;
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
export function HeldBack({ filter, entering, moving, taken, takeIn }: HeldBackProps) {
  const total = useTotal(filter);
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
      {!waits && taken > 0 && total && (
        <span key={taken} className="visually-hidden">
          Now {formatTotal(total)} tickets
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
