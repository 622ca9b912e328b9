import { Link } from '@tanstack/react-router';
import type { Ref } from 'react';
import { placeOf } from '../tickets/filter/filter.ts';
import type { View } from '../tickets/filter/views.ts';
import { formatTotal } from '../ui/total.ts';
import { RailLink } from './rail-link.tsx';

type ViewLinkProps = {
  ref: Ref<HTMLAnchorElement>;
  view: View;
  current: boolean;
  total: Parameters<typeof formatTotal>[0] | undefined;
  hint?: string | undefined;
};

/** The way to a view. */
export function ViewLink({ ref, view, current, total, hint }: ViewLinkProps) {
  const { path, search } = placeOf(view.filter);
  return (
    <Link
      ref={ref}
      to={path}
      search={search}
      activeOptions={{ exact: true }}
      aria-current={current ? 'page' : undefined}
    >
      <RailLink
        icon={view.icon}
        name={view.name}
        letter={view.saved && firstLetterOf(view.name)}
        count={total && formatTotal(total)}
        hint={hint}
      />
    </Link>
  );
}

const firstLetterOf = (name: string): string | undefined => /\p{L}|\p{N}|\p{Emoji}/u.exec(name)?.[0].toUpperCase();
