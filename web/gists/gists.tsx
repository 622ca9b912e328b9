import { Link, Outlet, useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router';
import { stringifySearch } from '../api-client/search-params.ts';
import { MenuButton } from '../app/sidebar/menu-button.tsx';
import { useAction } from '../keyboard/use-action.ts';
import detailPane from '../list/detail-pane.module.css';
import bar from '../list/list-bar.module.css';
import { ListSearch } from '../list/list-search.tsx';
import panes from '../list/panes.module.css';
import { ShareMenu } from '../list/share-menu.tsx';
import { PageTitle } from '../session/page-title.tsx';
import { useIsAllowed } from '../session/permissions.ts';
import { usePerson } from '../session/person.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useHasGistDraft } from './edit/gist-draft.ts';
import type { GistFilter } from './gist-filter.ts';
import { GistList } from './gist-list.tsx';
import { GistTabs } from './gist-tabs.tsx';
import css from './gists.module.css';

/** The list of gists, with the open or edited gist beside it. */
export function GistsPage() {
  const filter = useSearch({ from: '/desk/gists' });
  const openId = useParams({ strict: false }).gistId;
  const isNew = useRouterState({ select: ({ location }) => location.pathname === '/gists/new' });
  const title = filter.starred === 'true' ? 'Starred gists' : filter.owner_id === 'me' ? 'My gists' : 'Gists';
  const isOpen = openId !== undefined || isNew;
  return (
    <main className={panes.panes} data-open={isOpen || undefined} id="content" tabIndex={-1}>
      {!isOpen && <PageTitle>{title}</PageTitle>}
      <section className={panes.list} aria-label="Gist list">
        <header className={`${bar.head} ${css.head}`}>
          <div className={bar.bar}>
            <MenuButton />
            <h1>{title}</h1>
            <span className={bar.spacer} />
            <ShareMenu path={`/gists${stringifySearch(filter)}`} />
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
  const mayCreate = useIsAllowed('POST /gists');
  const navigate = useNavigate();
  useAction('gist.new', mayCreate ? () => void navigate({ to: '/gists/new', search: filter }) : null);
  const hasDraft = useHasGistDraft(usePerson().id, null);
  if (!mayCreate) return null;
  return (
    <Link className="button primary" to="/gists/new" search={filter}>
      {hasDraft ? 'Continue draft' : 'New gist'}
    </Link>
  );
}

/** Searches the gists of this list. An open gist stays open. */
function GistSearch({ filter, openId }: { filter: GistFilter; openId: string | undefined }) {
  const navigate = useNavigate();
  const { q: query, ...rest } = filter;
  return (
    <ListSearch
      label="Search gists"
      q={query}
      search={(q, { replace }) => {
        const search = q === undefined ? rest : { ...rest, q };
        if (openId === undefined) void navigate({ to: '/gists', search, replace });
        else void navigate({ to: '/gists/$gistId', params: { gistId: openId }, search, replace });
      }}
    />
  );
}

/** Fills the pane beside the list while no gist is open. */
export function NoGist() {
  return (
    <section className={detailPane.pane} aria-label="Gist">
      <EmptyState icon="file" title="Choose a gist">
        <p>A gist is text your team reuses: a reply, a runbook, a snippet.</p>
      </EmptyState>
    </section>
  );
}
