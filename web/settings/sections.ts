import type { IconName } from '../ui/icon.tsx';

/** The sections of the settings, in display order. */
export const settingsSections = [
  { to: '/settings/people', name: 'People', icon: 'people' },
  { to: '/settings/programs', name: 'Programs', icon: 'apps' },
  { to: '/settings/mailboxes', name: 'Mailboxes', icon: 'inbox' },
  { to: '/settings/tags', name: 'Tags', icon: 'tag' },
  { to: '/settings/jobs', name: 'Jobs', icon: 'refresh' },
  { to: '/settings/desk', name: 'Desk', icon: 'sliders' },
  { to: '/settings/sign-in', name: 'Sign-in', icon: 'lock' },
  { to: '/settings/audit', name: 'Audit log', icon: 'clock' },
  { to: '/settings/data', name: 'Data', icon: 'archive' },
] as const satisfies readonly {
  to: string;
  name: string;
  icon: IconName;
}[];
