import type { MouseEvent, ReactNode } from 'react';
import { useRowActions } from './row-actions.ts';
import { useMark } from './row-marks.ts';

type RowLinkProps = {
  id: string;
  href: string;
  open: boolean;
  className: string | undefined;
  awaiting: boolean;
  children: ReactNode;
};

/**
 * The link of a row. It is a plain link: the router's own would recompute its address in every row on each navigation.
 * Tab reaches only the current row of a list.
 */
export function RowLink({ id, href, open, className, awaiting, children }: RowLinkProps) {
  const actions = useRowActions();
  const reachable = useMark(({ current }) => current === id);
  const selected = useMark(({ selection }) => selection.ids.has(id));
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    if (event.shiftKey && actions.select) actions.select(id, 'range');
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
