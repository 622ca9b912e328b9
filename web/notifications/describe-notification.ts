import type { NotificationKind, SystemCause } from '#contract/enums';
import type { IconName } from '../ui/icon.tsx';
import type { ListedNotification } from './queries.ts';

/** The fields of a notification that its sentence depends on. */
export type SentenceFields = Pick<ListedNotification, 'kind' | 'cause' | 'target_id' | 'person_id'>;

/** A sentence around the name of a person or mailbox. The name may be written from right to left. */
export type Sentence = { before: string; name: string; after: string };

type NameFunctions = { personName: (id: string) => string; mailboxName: (id: string) => string };

const sentences: Readonly<Record<Exclude<NotificationKind, 'system'> | SystemCause, string>> = {
  assigned: '{person} assigned this ticket to you',
  mentioned: '{person} mentioned you',
  customer_replied: 'The customer replied',
  colleague_wrote: '{person} wrote a message',
  new_unassigned: 'The ticket is new and has no assignee',
  delivery_failed: 'Your reply was not delivered',
  mailbox_paused: 'The mailbox {mailbox} is paused',
  job_dead: 'A background job has failed',
  storage_nearly_full: 'The storage is nearly full',
  answer_held: 'Your email reply was not added to a ticket',
  loop_held: 'An email from one of the desk’s own addresses is held',
};

/** Returns the sentence of a notification. */
export function describeNotification(
  { kind, cause, target_id: targetId, person_id: personId }: SentenceFields,
  { personName, mailboxName }: NameFunctions,
): Sentence {
  const sentence = sentences[kind === 'system' ? (cause ?? 'job_dead') : kind];
  const [before = '', placeholder = '', after = ''] = sentence.split(/\{(\w+)\}/);
  if (placeholder === '') return { before, name: '', after };
  return { before, name: placeholder === 'person' ? personName(personId ?? '') : mailboxName(targetId ?? ''), after };
}

export const notificationIcons: Readonly<Record<NotificationKind, IconName>> = {
  assigned: 'person',
  mentioned: 'at',
  customer_replied: 'mail',
  colleague_wrote: 'bubble',
  new_unassigned: 'inbox',
  delivery_failed: 'alert',
  system: 'sliders',
};
