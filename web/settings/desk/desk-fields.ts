import type { Mailbox } from '#contract';
import type { SettingsField } from '../form/fields.ts';

/** The fields for the name, invitations and mail of the desk. */
export const deskFields = (mailboxes: readonly Mailbox[]): readonly SettingsField[] => [
  {
    name: 'desk_name',
    label: 'Name',
    kind: 'line',
    hint: 'In the app, on sign-in pages, and in mail about accounts',
    isHalf: true,
  },
  {
    name: 'invitation_days',
    label: 'Invitations are valid for (days)',
    kind: 'number',
    hint: 'From 1 to 30',
    isHalf: true,
  },
  {
    name: 'default_mailbox_id',
    label: 'Default mailbox',
    kind: 'choice',
    isNullable: true,
    options: [
      { value: '', label: 'The oldest mailbox' },
      ...mailboxes.map(({ id, name, address }) => ({ value: id, label: `${name}, ${address}` })),
    ],
    hint: 'New tickets start with this mailbox. It also sends mail about accounts.',
  },
  {
    name: 'outbound_paused',
    label: 'Pause all outgoing mail',
    kind: 'switch',
    hint: 'Replies wait until you turn this off. Everyone sees the pause under Mail problems.',
  },
];

export const limitFields: readonly SettingsField[] = [
  {
    name: 'limits.max_file_bytes',
    label: 'Maximum file size',
    kind: 'size',
    hint: 'From 1 MB to 40 MB, such as 25 MB',
    isHalf: true,
  },
  {
    name: 'limits.max_message_bytes',
    label: 'Total file size per message',
    kind: 'size',
    hint: 'Files are a third larger in an email. Many mail servers reject more than 35 MB.',
    isHalf: true,
  },
  {
    name: 'limits.max_message_files',
    label: 'Files per message',
    kind: 'number',
    hint: 'From 1 to 50',
    isHalf: true,
  },
  {
    name: 'limits.unattached_bytes',
    label: 'Unsent files per person',
    kind: 'size',
    hint: 'The files of all drafts together',
    isHalf: true,
  },
  {
    name: 'limits.storage_bytes',
    label: 'Storage limit',
    kind: 'size',
    isNullable: true,
    placeholder: '10 GB',
    hint: 'All files and emails. Empty: no limit. At the limit, files cannot be attached; email still arrives.',
  },
];

export const retentionFields: readonly SettingsField[] = [
  {
    name: 'retention.raw_mail_days',
    label: 'Originals of incoming email (days)',
    kind: 'number',
    hint: 'Originals of mail problems are stored until the problems are solved.',
    isHalf: true,
  },
  {
    name: 'retention.raw_delivery_days',
    label: 'Originals of outgoing email (days)',
    kind: 'number',
    hint: 'The messages themselves stay on their tickets.',
    isHalf: true,
  },
  {
    name: 'retention.unattached_file_days',
    label: 'Files of unsent drafts (days)',
    kind: 'number',
    isHalf: true,
  },
  {
    name: 'retention.audit_days',
    label: 'Audit log (days)',
    kind: 'number',
    hint: 'From 30 to 3650',
    isHalf: true,
  },
  {
    name: 'retention.notification_days',
    label: 'Notifications (days)',
    kind: 'number',
    hint: 'From 7 to 365',
    isHalf: true,
  },
];
