import type { Role } from '#contract/enums';
import type { SettingsField } from '../form/fields.ts';

export const roleLabels: Readonly<Record<Role, string>> = {
  admin: 'Administrator',
  agent: 'Agent',
  viewer: 'Viewer',
};

const roleRights: Readonly<Record<Role, string>> = {
  admin: 'works on tickets and changes the settings',
  agent: 'works on tickets',
  viewer: 'only reads',
};

const roleField: SettingsField = {
  name: 'role',
  label: 'Role',
  kind: 'choice',
  options: (['admin', 'agent', 'viewer'] as const).map(value => ({
    value,
    label: `${roleLabels[value]}: ${roleRights[value]}`,
  })),
};

/** The field for the invitation or password of a new person. */
export const accessField: SettingsField = {
  name: 'access',
  label: 'Access',
  kind: 'choice',
  options: [
    { value: 'mail', label: 'Invite by email: they choose their password' },
    { value: 'link', label: 'Invite with a link that you give them' },
    { value: 'password', label: 'Generate a password' },
  ],
  hint: 'A link or a password is shown once, after you save. If this desk cannot send email, you get the link.',
};

/** The fields of a person. `isSelf`: the person edits their own account. */
export const personFields = (isSelf: boolean): readonly SettingsField[] => [
  { name: 'name', label: 'Name', kind: 'line', hint: 'Customers see it above replies.', isHalf: true },
  { name: 'email', label: 'Email', kind: 'line', hint: 'Used to sign in', isHalf: true },
  {
    ...roleField,
    ...(isSelf && { hint: 'This is your own account. With a different role you can no longer open the settings.' }),
  },
];
