import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { memo, useEffect } from 'react';
import { useAllDrafts } from '../../drafts/use-all-drafts.ts';
import { deskSettingsQuery } from '../../session/desk-settings.ts';
import { usePerson } from '../../session/person.ts';
import { useDeskName } from '../../storage/desk-name.ts';
import { openView } from '../../tickets/filter/list-views.ts';
import { TicketSearch } from '../../tickets/filter/ticket-search.tsx';
import { useAfterFirstList } from '../../tickets/list/use-after-first-list.ts';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { Bell } from './bell.tsx';
import { GistLinks } from './gist-links.tsx';
import { MailLinks } from './mail-links.tsx';
import { PersonMenu } from './person-menu.tsx';
import css from './sidebar.module.css';
import { useSidebar } from './sidebar-context.tsx';
import { SidebarLink } from './sidebar-link.tsx';
import { SavedViewLinks, ViewLinks } from './view-links.tsx';

/**
 * The sidebar with navigation and account menu. On narrow screens, the menu button opens it as a dialog. On wide
 * screens, it also contains the search.
 */
export function Sidebar() {
  const { open, hide } = useSidebar();
  const { pathname, searchStr } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(hide, [pathname, searchStr]);
  const deskName = useDeskName();
  // Refreshes the name that this browser stored at its last visit.
  useQuery({ ...deskSettingsQuery, enabled: useAfterFirstList() });
  const isWide = useMedia('(min-width: 1101px)');
  return (
    <>
      <header className={css.sidebar}>
        <Link to="/tickets" search={openView.filter} className={css.brand}>
          <Icon name="star" size={18} className={css.star} />
          <span>{deskName}</span>
        </Link>
        {isWide && <TicketSearch />}
        <Navigation />
      </header>
      <Dialog open={open} title={deskName} onDismiss={hide} position="left" width={280}>
        <Navigation />
      </Dialog>
    </>
  );
}

const Navigation = memo(function Navigation() {
  return (
    <>
      <nav className={css.nav} aria-label="Desk">
        <ViewLinks />
        <DraftsLink />
        <SavedViewLinks />
        <h2>Gists</h2>
        <GistLinks />
        <MailLinks />
        <ToastSpacer under="sidebar" />
      </nav>
      <div className={css.foot}>
        <PersonMenu />
        <Bell />
      </div>
    </>
  );
});

/** Link to the drafts, if there are any. */
function DraftsLink() {
  const { id } = usePerson();
  const { count } = useAllDrafts(id);
  if (count === 0) return null;
  return (
    <ul>
      <li>
        <Link to="/drafts" activeProps={{ 'aria-current': 'page' }}>
          <SidebarLink icon="pencil" name="Drafts" count={String(count)} />
        </Link>
      </li>
    </ul>
  );
}
