import { Link, Outlet, useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router';
import { stringifySearch } from '../address.ts';
import { useAction } from '../keyboard/use-action.ts';
import bar from '../list/list-bar.module.css';
import panes from '../list/panes.module.css';
import { SearchBox } from '../list/search-box.tsx';
import { useSearchStep } from '../list/use-search-step.ts';
import { MenuButton } from '../rail/menu-button.tsx';
import { useMay } from '../session/may.ts';
import { usePerson } from '../session/person.ts';
import { ShareMenu } from '../share/share-menu.tsx';
import { useHasGistDraft } from './edit/gist-draft.ts';
import type { GistFilter } from './filter.ts';
import { GistList } from './gist-list.tsx';
import { GistTabs } from './gist-tabs.tsx';
import css from './gists.module.css';

/** The list of gists and, beside it, the one that is open or being written. */
export function Gists() {
  const filter = useSearch({ from: '/desk/gists' });
  const openId = useParams({ strict: false }).gistId;
  const isNew = useRouterState({ select: ({ location }) => location.pathname === '/gists/new' });
  const title = filter.starred === 'true' ? 'Starred gists' : filter.owner_id === 'me' ? 'My gists' : 'Gists';
  const isOpen = openId !== undefined || isNew;
  return (
    <main className={panes.panes} data-open={isOpen || undefined} id="content" tabIndex={-1}>
      {!isOpen && <title>{`${title} · Stardesk`}</title>}
      <section className={panes.list} aria-label="Gist list">
        <header className={`${bar.head} ${css.head}`}>
          <div className={bar.bar}>
            <MenuButton />
            <h1>{title}</h1>
            <span className={bar.space} />
            <ShareMenu address={`/gists${stringifySearch(filter)}`} />
            <NewGist filter={filter} />
          </div>
          <GistSearch filter={filter} openId={openId} />
          <GistTabs filter={filter} />
        </header>
        <GistList filter={filter} openId={openId} />
      </section>
      <Outlet />
    </main>
  );
}

function NewGist({ filter }: { filter: GistFilter }) {
  const mayCreate = useMay('POST /gists');
  const navigate = useNavigate();
  useAction('gist.new', mayCreate ? () => void navigate({ to: '/gists/new', search: filter }) : null);
  const isBegun = useHasGistDraft(usePerson().id, null);
  if (!mayCreate) return null;
  return (
    <Link className="button primary" to="/gists/new" search={filter}>
      {isBegun ? 'Go on with draft' : 'New gist'}
    </Link>
  );
}

/** Searches the gists of this list; one that is open stays open. */
function GistSearch({ filter, openId }: { filter: GistFilter; openId: string | undefined }) {
  const step = useSearchStep();
  const { q: before, ...rest } = filter;
  return (
    <SearchBox
      label="Search gists"
      q={before}
      search={(q, { replace }) => {
        const search = q === undefined ? rest : { ...rest, q };
        if (openId === undefined) step({ to: '/gists', search }, { replace });
        else step({ to: '/gists/$gistId', params: { gistId: openId }, search }, { replace });
      }}
    />
  );
}
