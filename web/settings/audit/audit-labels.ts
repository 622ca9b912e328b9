import type { AuditEntry } from '#contract';
import type { AuditAction, AuditTargetKind } from '#contract/enums';
import { formatDay } from '../../tickets/filter/filter-days.ts';
import type { AuditFilter } from './audit-filter.ts';

export const actionLabels: Readonly<Record<AuditAction, string>> = {
  'person.created': 'Added a person',
  'person.changed': 'Changed a person',
  'person.password_set': 'Set a password',
  'person.access_revoked': 'Revoked access of a person',
  'person.locked': 'Locked sign-ins of a person',
  'person.reset_link_created': 'Created a link for a new password',
  'invitation.created': 'Invited a person',
  'invitation.removed': 'Withdrew an invitation',
  'second_factor.created': 'Set up two-step sign-in',
  'second_factor.removed': 'Removed two-step sign-in',
  'second_factor.disabled': 'Disabled a passkey',
  'second_factor.codes_renewed': 'Created new recovery codes',
  'address.locked': 'Locked sign-ins from an address',
  'identity.linked': 'Linked a sign-in to a person',
  'identity.removed': 'Removed a sign-in from a person',
  'identity_provider.created': 'Added an identity provider',
  'identity_provider.changed': 'Changed an identity provider',
  'identity_provider.deleted': 'Deleted an identity provider',
  'client.created': 'Registered a program',
  'client.changed': 'Changed a program',
  'client.secret_rotated': 'Rotated the secret of a program',
  'client.access_revoked': 'Revoked access of a program',
  'client.removed': 'Deleted a program',
  'grant.revoked': 'Revoked a grant',
  'token.created': 'Created a script token',
  'token.revoked': 'Revoked a script token',
  'key.rotated': 'Rotated the signing keys',
  'secrets.rotated': 'Rotated the encryption key of stored secrets',
  'mailbox.created': 'Added a mailbox',
  'mailbox.changed': 'Changed a mailbox',
  'mailbox.deleted': 'Deleted a mailbox',
  'mailbox.connection_changed': 'Changed the servers of a mailbox',
  'mailbox.resumed': 'Resumed a mailbox',
  'mailbox.authorization_changed': 'Changed the sign-in of a mailbox',
  'mailbox.signed_in': 'Signed a mailbox in',
  'mailbox.hook_created': 'Created a URL for incoming mail',
  'mailbox.hook_renewed': 'Renewed a URL for incoming mail',
  'mailbox.hook_removed': 'Removed a URL for incoming mail',
  'settings.changed': 'Changed the settings',
  'tag.described': 'Changed the description of a tag',
  'tag.merged': 'Merged a tag',
  'tag.deleted': 'Deleted a tag',
  'mail.discarded': 'Discarded an email',
  'job.retried': 'Retried a job',
  'job.discarded': 'Discarded a job',
  'backup.made': 'Made a backup',
  'backup.restored': 'Restored a backup',
  'sample_data.removed': 'Removed the sample data',
};

export const targetKindLabels: Readonly<Record<AuditTargetKind, string>> = {
  person: 'People',
  invitation: 'Invitations',
  second_factor: 'Two-step sign-in',
  address: 'Addresses',
  identity: 'Linked sign-ins',
  identity_provider: 'Identity providers',
  client: 'Programs',
  grant: 'Grants',
  token: 'Script tokens',
  key: 'Signing keys',
  secrets: 'Encryption keys',
  mailbox: 'Mailboxes',
  settings: 'Settings',
  tag: 'Tags',
  mail: 'Email',
  job: 'Jobs',
  backup: 'Backups',
  sample_data: 'Sample data',
};

type NameOf = (personId: string) => string;

/** Returns whether Stardesk itself performs an action: it locks sign-ins and disables cloned passkeys. */
const isAutomatic = (action: string): boolean => action.endsWith('.locked') || action === 'second_factor.disabled';

/** Names the author of a change. Without a person, the author is Stardesk or the command line. */
export function describeAuthor(
  { action, person_id }: Pick<AuditEntry, 'action' | 'person_id'>,
  getName: NameOf,
): string {
  if (person_id !== null) return getName(person_id);
  return isAutomatic(action) ? 'Stardesk' : 'Command line';
}

/** Describes a condition of the filter: "By Mara", "Since 3 Nov 2026", "Added a mailbox". */
export function describeCondition(name: keyof AuditFilter, value: string, getName: NameOf): string {
  const labels: Readonly<Record<string, string>> = name === 'action' ? actionLabels : targetKindLabels;
  if (name === 'person_id') return `By ${value === 'null' ? 'command line or Stardesk' : getName(value)}`;
  if (name === 'created_since') return `Since ${formatDay(value)}`;
  if (name === 'created_before') return `Before ${formatDay(value)}`;
  return name === 'action' || name === 'target_kind' ? (labels[value] ?? value) : `${name}: ${value}`;
}

type Change = AuditEntry['changes'][string];
type Value = Exclude<Change, string>['old'];

/** Formats the old or new value of a field. */
export function formatValue(value: Value): string {
  if (value === null || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ');
  if (typeof value === 'object') return `${value.length} bytes (too long to store here)`;
  return String(value);
}

/** Returns the name, file or kind of the target from the changes of an entry. Null without these fields. */
export const findName = (changes: AuditEntry['changes']): string | null =>
  findText(changes['name']) ?? findText(changes['file']) ?? findText(changes['kind']);

/** Returns the id of the person whose account an entry is about. Null for other entries. */
export function findPersonId({ target_kind: kind, target_id: id, changes }: AuditEntry): string | null {
  if (kind === 'identity') return findText(changes['person_id']);
  return kind === 'person' || kind === 'invitation' || kind === 'second_factor' ? id : null;
}

/** Returns the new text of a field, or else the old text. Null if neither is text. */
function findText(change: Change | undefined): string | null {
  if (change === undefined || change === 'changed') return null;
  const text = change.new ?? change.old;
  return typeof text === 'string' ? text : null;
}
