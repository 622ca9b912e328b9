import type { IconName } from '../ui/icon.tsx';

/** The sections of the settings, in order. */
export const settingsSections = [
  { to: '/settings/mailboxes', name: 'Mailboxes', icon: 'inbox' },
  { to: '/settings/tags', name: 'Tags', icon: 'tag' },
  { to: '/settings/jobs', name: 'Jobs', icon: 'refresh' },
] as const satisfies readonly {
  to: string;
  name: string;
  icon: IconName;
}[];
