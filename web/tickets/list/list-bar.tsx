import { useMediaQuery } from '@mantine/hooks';
import { memo } from 'react';
import type { View as SavedView } from '#contract';
import { stringifySearch } from '../../address.ts';
import { useRun } from '../../keyboard/use-action.ts';
import css from '../../list/list-bar.module.css';
import { MenuButton } from '../../rail/menu-button.tsx';
import { useMay } from '../../session/may.ts';
import { usePerson } from '../../session/person.ts';
import { ShareMenu } from '../../share/share-menu.tsx';
import { Key } from '../../ui/key.tsx';
import { formatTotal } from '../../ui/total.ts';
import { ViewMenu } from '../../views/view-menu.tsx';
import { placeOf, type TicketFilter } from '../filter/filter.ts';
import { SearchField } from '../filter/search-field.tsx';
import { SortControl } from '../filter/sort-control.tsx';
import { useTicketDraft } from '../new/new-ticket-draft.ts';
import { useTotal } from './use-total.ts';

type ListBarProps = { title: string; saved: SavedView | undefined; filter: TicketFilter };

/** The head of the list: what it is, how many there are, in which order, and a new one. */
export const ListBar = memo(function ListBar({ title, saved, filter }: ListBarProps) {
  const total = useTotal(filter);
  const { path, search } = placeOf(filter);
  const mayCreate = useMay('POST /tickets');
  const searchHere = useMediaQuery('(max-width: 1100px)', false, { getInitialValueInEffect: false });
  return (
    <header className={css.head}>
      <div className={css.bar}>
        <MenuButton />
        <h1 dir="auto">{title}</h1>
        <span className={`${css.total} number`} role="status">
          {total && formatTotal(total)}
          <span className="visually-hidden"> tickets</span>
        </span>
        {saved && <ViewMenu view={saved} />}
        <span className={css.space} />
        <ShareMenu address={path + stringifySearch(search)} />
        <SortControl filter={filter} />
        {mayCreate && <NewButton />}
      </div>
      {searchHere && <SearchField />}
    </header>
  );
});

/** Makes a ticket, or goes on with the one that was begun. */
function NewButton() {
  const run = useRun();
  const isBegun = useTicketDraft(usePerson().id) !== null;
  return (
    <button type="button" className="button primary" onClick={() => run('ticket.new')}>
      New {isBegun && <NewDraft />} <Key keys="c" />
    </button>
  );
}

const NewDraft = () => (
  <span className={css.begun}>
    Draft <span className="visually-hidden">waits</span>
  </span>
);
