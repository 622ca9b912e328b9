import { Outlet, useParams, useSearch } from '@tanstack/react-router';
import { MenuButton } from '../rail/menu-button.tsx';
import inbox from '../tickets/inbox.module.css';
import bar from '../tickets/list-bar.module.css';
import { GistList } from './gist-list.tsx';

/** The list of gists and, beside it, the one that is open. */
export function Gists() {
  const filter = useSearch({ from: '/desk/gists' });
  const openId = useParams({ strict: false }).gistId;
  const title = filter.starred === 'true' ? 'Starred gists' : 'Gists';
  return (
    <main className={inbox.inbox} data-open={openId !== undefined || undefined} id="content" tabIndex={-1}>
      {openId === undefined && <title>{`${title} · Stardesk`}</title>}
      <section className={inbox.list} aria-label="Gist list">
        <header className={bar.head}>
          <div className={bar.bar}>
            <MenuButton />
            <h1>{title}</h1>
          </div>
        </header>
        <GistList filter={filter} openId={openId} />
      </section>
      <Outlet />
    </main>
  );
}
