import { memo } from 'react';
import type { View as SavedView } from '#contract';
import { stringifySearch } from '../../api-client/search-params.ts';
import { MenuButton } from '../../app/sidebar/menu-button.tsx';
import { useRunAction } from '../../keyboard/use-action.ts';
import css from '../../list/list-bar.module.css';
import { ShareMenu } from '../../list/share-menu.tsx';
import { useIsAllowed } from '../../session/permissions.ts';
import { usePerson } from '../../session/person.ts';
import { DraftBadge } from '../../ui/draft-badge.tsx';
import { formatTotal } from '../../ui/format-total.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { type TicketFilter, toListRoute } from '../filter/filter.ts';
import { SortControl } from '../filter/sort-control.tsx';
import { TicketSearch } from '../filter/ticket-search.tsx';
import { useTicketDraft } from '../new/new-ticket-draft.ts';
import { ViewMenu } from '../views/view-menu.tsx';
import { useTotal } from './use-total.ts';

type ListBarProps = { title: string; saved: SavedView | undefined; filter: TicketFilter };

export const ListBar = memo(function ListBar({ title, saved, filter }: ListBarProps) {
  const total = useTotal(filter);
  const { path, search } = toListRoute(filter);
  const mayCreate = useIsAllowed('POST /tickets');
  const isNarrow = useMedia('(max-width: 1100px)');
  return (
    <header className={css.head}>
      <div className={css.bar}>
        <MenuButton />
        <h1 dir="auto">{title}</h1>
        <span className={`${css.total} number`} role="status">
          {total && formatTotal(total)}
          <span className="visually-hidden">{total?.count === 1 ? ' ticket' : ' tickets'}</span>
        </span>
        {saved && <ViewMenu view={saved} />}
        <span className={css.spacer} />
        <ShareMenu path={path + stringifySearch(search)} />
        <SortControl filter={filter} />
        {mayCreate && <NewButton />}
      </div>
      {isNarrow && <TicketSearch />}
    </header>
  );
});

function NewButton() {
  const run = useRunAction();
  const hasDraft = useTicketDraft(usePerson().id) !== null;
  return (
    <button type="button" className="button primary" onClick={() => run('ticket.new')}>
      New {hasDraft && <DraftBadge className={css.draft} />} <KeyHint keys="c" />
    </button>
  );
}
