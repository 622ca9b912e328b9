import type { SecondFactorPolicy } from '#contract/enums';
import type { SettingsField } from '../form/fields.ts';

/** The field that allows passwords in addition to identity providers. */
export const passwordFields: readonly SettingsField[] = [
  {
    ...{ name: 'password_sign_in', label: 'Passwords for everyone', kind: 'switch' },
    hint: 'Off: people with an account at a provider sign in only there.',
  },
];

const secondFactorLabels: Readonly<Record<SecondFactorPolicy, string>> = {
  off: 'Nobody',
  admins: 'Administrators',
  everyone: 'Everyone',
};

/** The field for the people who must set up a second factor. */
export const secondFactorFields: readonly SettingsField[] = [
  {
    name: 'second_factor',
    label: 'Required for',
    kind: 'choice',
    options: Object.entries(secondFactorLabels).map(([value, label]) => ({ value, label })),
    hint: 'People without a second factor set one up at their next sign-in.',
  },
];
