import type { JobKind, JobState } from '#contract/enums';
import type { StateLook } from '../state-label.tsx';

/** The task of each kind of job. */
export const jobKindLabels: Readonly<Record<JobKind, string>> = {
  add_mail_files: 'Add files of old email',
  poll_mailbox: 'Import mail through IMAP',
  process_mail: 'Process incoming mail',
  renew_authorization: 'Renew the sign-in of a mailbox',
  send_delivery: 'Send an email',
  send_reset_link: 'Send a link for a new password',
  replace_tag: 'Merge or delete a tag',
  remove_sample: 'Remove the sample data',
  collect_files: 'Delete unused files',
  notify: 'Notify people',
  mail_notifications: 'Email notifications to people',
  purge_expired: 'Delete expired data',
  purge_sign_ins: 'Delete expired sign-ins',
};

export const jobStateLooks: Readonly<Record<JobState, StateLook>> = {
  waiting: { label: 'Waiting', icon: 'clock', ink: 'var(--ink-2)' },
  running: { label: 'Running', icon: 'refresh', ink: 'var(--ink-2)' },
  dead: { label: 'Failed', icon: 'alert', ink: 'var(--urgent)' },
};
