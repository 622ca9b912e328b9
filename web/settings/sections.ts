import type { IconName } from '../ui/icon.tsx';

/** The sections of the settings, in order. */
export const settingsSections = [
  { to: '/settings/mailboxes', name: 'Mailboxes', icon: 'inbox' },
] as const satisfies readonly {
  to: string;
  name: string;
  icon: IconName;
}[];
