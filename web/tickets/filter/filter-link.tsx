import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { changeFilter, type TicketFilter, toListRoute } from './filter.ts';
import { useTicketFilter } from './use-filter.ts';

type FilterLinkProps = {
  condition: TicketFilter;
  /** Applies the condition to the current list, or to all tickets. */
  among: 'list' | 'all';
  className?: string | undefined;
  title?: string;
  children: ReactNode;
};

/** Links from a value of a ticket to the tickets that share the value. */
export function FilterLink({ condition, among, className, title, children }: FilterLinkProps) {
  const filter = useTicketFilter();
  const { path, search } = toListRoute(changeFilter((among === 'list' && filter) || {}, condition));
  return (
    <Link to={path} search={search} className={className} title={title}>
      {children}
    </Link>
  );
}
