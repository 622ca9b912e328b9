import type { MouseEvent, ReactNode } from 'react';
import { useRowActions } from './row-actions.ts';
import { useMark } from './row-marks.ts';

type RowLinkProps = {
  id: string;
  /** The address of what it opens. */
  href: string;
  open: boolean;
  className: string | undefined;
  awaiting: boolean;
  children: ReactNode;
};

/**
 * The link that a row is. A plain one: the router's own looks anew where it leads, in every row, whenever anything in the
 * address changes. Tab reaches one row of a list, the one where one was last.
 */
export function RowLink({ id, href, open, className, awaiting, children }: RowLinkProps) {
  const actions = useRowActions();
  const reachable = useMark(({ current }) => current === id);
  const selected = useMark(({ selection }) => selection.ids.has(id));
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    if (event.shiftKey && actions.select) actions.select(id, 'upTo');
    else actions.open(id);
  };
  return (
    <a
      href={href}
      className={className}
      data-row={id}
      data-awaiting={awaiting || undefined}
      data-selected={selected || undefined}
      tabIndex={reachable ? 0 : -1}
      aria-current={open ? 'true' : undefined}
      onClick={follow}
    >
      {children}
    </a>
  );
}
