import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { MenuButton } from '../../app/sidebar/menu-button.tsx';
import detailPane from '../../list/detail-pane.module.css';
import bar from '../../list/list-bar.module.css';
import panes from '../../list/panes.module.css';
import { mailboxStatusesQuery } from '../../mailboxes/queries.ts';
import { PageTitle } from '../../session/page-title.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IncomingList } from './incoming-list.tsx';
import { OutgoingList } from './outgoing-list.tsx';
import { PausedMailboxes } from './paused-mailboxes.tsx';
import css from './problems.module.css';
import { RetryAll } from './retry-all.tsx';

/** Lists the incoming and outgoing mail with problems. Shows the open mail beside the list. */
export function MailProblemsPage() {
  const { pathname } = useLocation();
  const [, , , tab, openId] = pathname.split('/').map(decodeURIComponent);
  const isOutgoing = tab === 'outgoing';
  return (
    <main className={panes.panes} data-open={openId !== undefined || undefined} id="content" tabIndex={-1}>
      {openId === undefined && <PageTitle>Mail problems</PageTitle>}
      <section className={panes.list} aria-label="Mail problems">
        <header className={`${bar.head} ${css.head}`}>
          <div className={css.bar}>
            <MenuButton />
            <h1>Mail problems</h1>
            <span className={bar.spacer} />
            {isOutgoing && <RetryAll />}
          </div>
          <PausedMailboxes />
          <Tabs isOutgoing={isOutgoing} />
        </header>
        {isOutgoing ? <OutgoingList openId={openId} /> : <IncomingList openId={openId} />}
      </section>
      <Outlet />
    </main>
  );
}

function Tabs({ isOutgoing }: { isOutgoing: boolean }) {
  const { data } = useQuery(mailboxStatusesQuery);
  return (
    <nav className={css.tabs} aria-label="Directions">
      <Link to="/mail/problems" activeOptions={{ exact: true }} aria-current={isOutgoing ? undefined : 'page'}>
        Incoming <span className="number">{data?.problems.incoming}</span>
      </Link>
      <Link to="/mail/problems/outgoing" activeOptions={{ exact: true }} aria-current={isOutgoing ? 'page' : undefined}>
        Outgoing <span className="number">{data?.problems.outgoing}</span>
      </Link>
    </nav>
  );
}

/** Placeholder beside the list while no mail is open. */
export function NoMailSelected() {
  return (
    <section className={detailPane.pane} aria-label="Email">
      <EmptyState icon="mail" title="Choose an email">
        <p>No mail is lost: mail that the desk cannot process or deliver waits here.</p>
      </EmptyState>
    </section>
  );
}
