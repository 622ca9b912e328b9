import { useRef } from 'react';
import { useAction } from '../keyboard/use-action.ts';
import { Icon } from '../ui/icon.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
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

/** Button above the list. A click shows the pending changes. */
export function PendingChanges({ total, entering, hasRemovedOrMoved, refreshCount, showChanges }: PendingChangesProps) {
  const banner = useRef<HTMLDivElement>(null);
  const isPending = entering > 0 || hasRemovedOrMoved;
  const show = (): void => {
    showChanges();
    // The button disappears. The focused row may disappear too.
    requestAnimationFrame(() => {
      const list = banner.current?.nextElementSibling;
      if (document.activeElement === document.body) list?.querySelector<HTMLElement>('[data-row]')?.focus();
    });
  };
  useAction('list.show-new', isPending ? show : null);
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
