import type { MouseEvent, ReactNode } from 'react';
import { useRowActions } from './row-actions.ts';
import { useRowState } from './row-state.ts';

type RowLinkProps = {
  id: string;
  href: string;
  open: boolean;
  className: string | undefined;
  awaitsReply: boolean;
  children: ReactNode;
};

/**
 * The link of a row. It is a plain link: the router's link would recompute the URL of every row on each navigation. Tab
 * reaches only the current row of a list.
 */
export function RowLink({ id, href, open, className, awaitsReply, children }: RowLinkProps) {
  const actions = useRowActions();
  const isTabStop = useRowState(({ current }) => current === id);
  const selected = useRowState(({ selection }) => selection.ids.has(id));
  const onClick = (event: MouseEvent): void => {
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
      data-awaiting={awaitsReply || undefined}
      data-selected={selected || undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={open ? 'true' : undefined}
      onClick={onClick}
    >
      {children}
    </a>
  );
}
