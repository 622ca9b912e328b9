import type { Scope } from './enums.ts';

/** Labels of the scopes: on the consent page, in the settings and in the reference. */
export const scopeLabels: Record<Scope, string> = {
  'tickets:read': 'See tickets and saved views',
  'tickets:write': 'Create, change and delete tickets and your saved views',
  'messages:read': 'Read messages and internal notes',
  'messages:write': 'Send replies and write notes',
  'gists:read': 'See gists and your stars',
  'gists:write': 'Create, change, delete and star gists',
  'people:read': 'See who works on this desk',
  'people:write': 'Add people and change them',
  'settings:read': 'See the settings of this desk',
  'settings:write':
    'Change the settings of this desk, create access tokens for everyone and, by changing the mail server, reset passwords',
  'mail:write': 'Add incoming email',
};
