import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { changeFilter, placeOf, type TicketFilter } from './filter.ts';
import { useFilter } from './use-filter.ts';

type FilterLinkProps = {
  /** What the tickets are to have in common. */
  condition: TicketFilter;
  /** Whether they are looked for in the list one came from, or among all. */
  among: 'list' | 'all';
  className?: string | undefined;
  title?: string;
  children: ReactNode;
};

/** Leads from something of a ticket to the tickets that share it. */
export function FilterLink({ condition, among, className, title, children }: FilterLinkProps) {
  const filter = useFilter();
  const { path, search } = placeOf(changeFilter((among === 'list' && filter) || {}, condition));
  return (
    <Link to={path} search={search} className={className} title={title}>
      {children}
    </Link>
  );
}
