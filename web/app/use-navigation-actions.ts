import { useNavigate } from '@tanstack/react-router';
import { useAction } from '../keyboard/use-action.ts';
import { mineView, openView } from '../tickets/filter/list-views.ts';

/** Registers the navigation actions that are available everywhere. */
export function useNavigationActions(): void {
  const navigate = useNavigate();
  useAction('go.inbox', () => void navigate({ to: '/tickets', search: openView.filter }));
  useAction('go.mine', () => void navigate({ to: '/tickets', search: mineView.filter }));
  useAction('go.drafts', () => void navigate({ to: '/drafts' }));
  useAction('go.gists', () => void navigate({ to: '/gists' }));
}
