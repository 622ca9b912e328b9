import type { AuditEntry, Mailbox, SampleData, SettingsRepresentation } from '#contract';
import { defaultSettings } from '#contract/default-settings';
import { hasSampleData } from '../data/sample-texts.ts';

/** A step of the setup, and the page on which it is done. */
export type ChecklistItem = {
  title: string;
  about: string;
  isDone: boolean;
  to:
    | '/settings/people/$personId'
    | '/settings/desk'
    | '/settings/mailboxes'
    | '/settings/people/new'
    | '/settings/data';
};

/** The stored state of the desk's setup. */
export type SetupState = {
  ownId: string;
  /** Entries of the audit log about passwords that this person set. */
  passwords: readonly AuditEntry[];
  settings: SettingsRepresentation;
  mailboxes: readonly Mailbox[];
  /** The number of enabled people, including invited people. */
  people: number;
  backups: readonly AuditEntry[];
  sample: SampleData;
};

/** Lists the steps of the setup. Each is done once its result is stored. */
export const createChecklist = (state: SetupState): ChecklistItem[] => [
  {
    title: 'Choose your own password',
    about: 'The initial password is in the server’s log or environment variables.',
    isDone: state.passwords.some(({ target_id }) => target_id === state.ownId),
    to: '/settings/people/$personId',
  },
  {
    title: 'Name the desk',
    about: 'Your colleagues see the name when they sign in.',
    isDone: state.settings.desk_name !== defaultSettings.desk_name,
    to: '/settings/desk',
  },
  {
    title: 'Connect a mailbox',
    about: 'Until a mailbox sends through your mail server, replies stay on the desk.',
    isDone: state.mailboxes.some(({ enabled, transport }) => enabled && transport === 'smtp'),
    to: '/settings/mailboxes',
  },
  {
    title: 'Invite your colleagues',
    about: 'By email, or with a link that you give them.',
    isDone: state.people - state.sample.people > 1,
    to: '/settings/people/new',
  },
  {
    title: 'Make a backup',
    about: 'One command copies the desk’s data into one file.',
    isDone: state.backups.length > 0,
    to: '/settings/data',
  },
  ...(hasSampleData(state.sample) ? [removeSampleData] : []),
];

/** The step disappears with the sample data. */
const removeSampleData: ChecklistItem = {
  title: 'Remove the sample data',
  about: 'Items that you or your colleagues changed are not removed.',
  isDone: false,
  to: '/settings/data',
};
