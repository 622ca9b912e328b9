import { useLinkProps } from '@tanstack/react-router';
import type { Ref } from 'react';
import { toListRoute } from '../../tickets/filter/filter.ts';
import type { ListView } from '../../tickets/filter/list-views.ts';
import { storeViewOrigin } from '../../tickets/views/view-origins.ts';
import { formatTotal } from '../../ui/format-total.ts';
import { SidebarLink } from './sidebar-link.tsx';

type ViewLinkProps = {
  ref: Ref<HTMLAnchorElement>;
  view: ListView;
  current: boolean;
  total: Parameters<typeof formatTotal>[0] | undefined;
  hint?: string | undefined;
};

export function ViewLink({ ref, view, current, total, hint }: ViewLinkProps) {
  const { path, search } = toListRoute(view.filter);
  // Several views may share a URL, so the router cannot determine the current view.
  const link = useLinkProps({ to: path, search });
  return (
    <a
      {...link}
      ref={ref}
      aria-current={current ? 'page' : undefined}
      onClickCapture={() => view.saved && storeViewOrigin(view.filter, view.saved.id)}
    >
      <SidebarLink
        icon={view.icon}
        name={view.name}
        letter={view.saved && getFirstLetter(view.name)}
        count={total && formatTotal(total)}
        hint={hint}
      />
    </a>
  );
}

const getFirstLetter = (name: string): string | undefined => /\p{L}|\p{N}|\p{Emoji}/u.exec(name)?.[0].toUpperCase();
