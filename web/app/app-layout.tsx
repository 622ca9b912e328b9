import { Outlet, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useUploads } from '../files/use-uploads.ts';
import { PendingStrokes } from '../keyboard/pending-strokes.tsx';
import { ShortcutSheet } from '../keyboard/shortcut-sheet.tsx';
import { useAction } from '../keyboard/use-action.ts';
import { useDelivery } from '../messages/outbox/use-delivery.ts';
import { Palette } from '../palette/palette.tsx';
import { AccountDialogs } from '../people/account-dialogs.tsx';
import { wasSignedInLast } from '../session/last-signed-in.ts';
import { usePerson } from '../session/person.ts';
import { SessionBoundary } from '../session/session-boundary.tsx';
import { SessionGate } from '../session/session-gate.tsx';
import { UnsentEdits } from '../tickets/edit/unsent-edits.tsx';
import { mineView, openView } from '../tickets/filter/list-views.ts';
import { NewTicketDialog } from '../tickets/new/new-ticket-dialog.tsx';
import css from './app-layout.module.css';
import { AppSkeleton } from './app-skeleton.tsx';
import { useLiveUpdates } from './live-updates/use-live-updates.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { SidebarProvider } from './sidebar/sidebar-context.tsx';
import { LazyStorageWarning } from './storage-warning/lazy-storage-warning.tsx';
import { useOpenStart } from './use-open-start.ts';

/** The layout, sidebar and global dialogs of all pages that require a session. */
export function AppLayout() {
  return (
    <SessionBoundary>
      <SessionGate fallback={wasSignedInLast() ? <AppSkeleton /> : <div className={css.layout} aria-busy="true" />}>
        <SidebarProvider>
          <Frame />
        </SidebarProvider>
      </SessionGate>
    </SessionBoundary>
  );
}

function Frame() {
  useNavigationActions();
  useLiveUpdates();
  useDelivery();
  useUploads();
  useOpenStart();
  return (
    <div className={css.layout}>
      <button type="button" className={css.skip} onClick={() => document.getElementById('content')?.focus()}>
        Skip to content
      </button>
      <LazyStorageWarning />
      <Sidebar />
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
      </Suspense>
      <NewTicketDialog />
      <Palette />
      <AccountDialogs />
      <UnsentEdits />
      <ShortcutSheet />
      <PendingStrokes />
    </div>
  );
}

/** Registers the navigation actions that are available everywhere. */
function useNavigationActions(): void {
  const navigate = useNavigate();
  const { role } = usePerson();
  useAction('go.open', () => void navigate({ to: '/tickets', search: openView.filter }));
  useAction('go.mine', () => void navigate({ to: '/tickets', search: mineView.filter }));
  useAction('go.notifications', () => void navigate({ to: '/notifications', search: { unread: 'true' } }));
  useAction('go.drafts', () => void navigate({ to: '/drafts' }));
  useAction('go.gists', () => void navigate({ to: '/gists' }));
  useAction('go.settings', role === 'admin' ? () => void navigate({ to: '/settings' }) : null);
  useAction('go.problems', () => void navigate({ to: '/mail/problems' }));
  useAction('go.captured', () => void navigate({ to: '/mail/captured' }));
}
