import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { MenuButton } from '../app/sidebar/menu-button.tsx';
import detailPane from '../list/detail-pane.module.css';
import { PageTitle } from '../session/page-title.tsx';
import { usePerson } from '../session/person.ts';
import { useStartChoice } from '../storage/start-choice.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { settingsSections } from './sections.ts';
import css from './settings.module.css';
import { useLinkKeys } from './use-link-keys.ts';

/** The sections of the settings, with the open section beside them. Only administrators see them. */
export function SettingsPage() {
  const { role } = usePerson();
  const isOpen = useRouterState({ select: ({ location }) => location.pathname !== '/settings' });
  if (role !== 'admin') return <AdministratorsOnly />;
  return (
    <main className={css.settings} data-open={isOpen || undefined} id="content" tabIndex={-1}>
      {!isOpen && <PageTitle>Settings</PageTitle>}
      <section className={css.sections} aria-label="Sections">
        <header>
          <MenuButton />
          <h1>Settings</h1>
        </header>
        <StartLink />
        <Sections />
      </section>
      <Outlet />
    </main>
  );
}

/**
 * Links to the checklist of a new desk, until the user hides it. The link is not in the list of sections, which never
 * changes.
 */
function StartLink() {
  if (useStartChoice() === 'dismissed') return null;
  return (
    <Link to="/settings/start" className={css.start} activeProps={{ 'aria-current': 'page' }}>
      <Icon name="check" /> Start
    </Link>
  );
}

function Sections() {
  const list = useLinkKeys<HTMLUListElement>();
  return (
    <ul ref={list}>
      {settingsSections.map(({ to, name, icon }) => (
        <li key={to}>
          <Link to={to} activeProps={{ 'aria-current': 'page' }}>
            <Icon name={icon} /> {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function AdministratorsOnly() {
  return (
    <main className={css.adminsOnly} id="content" tabIndex={-1}>
      <PageTitle>Settings</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <MenuButton />
          <h1 className={css.title}>Settings</h1>
        </div>
      </header>
      <EmptyState icon="lock" title="Only administrators can see this">
        <p>Ask an administrator of this desk to change settings.</p>
        <Link className="button" to="/">
          Go to open tickets
        </Link>
      </EmptyState>
    </main>
  );
}

/** Placeholder while no section is open. */
export function NoSection() {
  return (
    <section className={detailPane.pane} aria-label="Settings">
      <EmptyState icon="sliders" title="Choose a section">
        <p>Settings apply to everyone on this desk. Your own settings are under Preferences.</p>
      </EmptyState>
    </section>
  );
}
