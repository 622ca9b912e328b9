import { type NotificationKind, notificationKinds, type SystemCause, systemCauses } from '#contract/enums';
import { decodeEnum } from '../../database/column-encoding.ts';
import type { Queries } from '../../database/database.ts';
import { type MailedNotification, readMailedNotifications } from '../../database/notification-mails.ts';
import { readSettings } from '../../database/settings.ts';
import { getDeskId } from '../../mail/desk-id.ts';
import { createUnsubscribeToken, describeKinds, toUnsubscribeUrl } from '../../mail/unsubscribe-token.ts';
import type { DeliveryRow } from '../representation.ts';
import { composeMail } from './compose-mail.ts';

type Options = { tokenKey: Buffer; now: number; apiPublicUrl: string; deskUrl: string };

/** The maximum number of listed notifications. The mail contains only the number of further notifications. */
const maxListed = 20;

/** Longer subjects are shortened. */
const maxSubjectCodePoints = 80;

/**
 * Composes a mail about the notifications of a person. It contains links, but no text of messages.
 * @returns null if no notification of the mail is unread and wanted by mail, or the address of the person has changed
 */
export const composeNotificationMail = async (
  queries: Queries,
  { id, message_id_header, recipients }: DeliveryRow,
  from: { name: string; email: string },
  { tokenKey, now, apiPublicUrl, deskUrl }: Options,
): Promise<{ raw: Buffer; subject: string; digest: null } | null> => {
  const notifications = await readMailedNotifications(queries, id);
  const [first] = notifications;
  if (first === undefined || first.email !== recipients[0]?.email) return null;
  const kinds = notificationKinds.filter(kind => notifications.some(each => getKind(each) === kind));
  const token = createUnsubscribeToken(tokenKey, { personId: first.person_id, kinds });
  const unsubscribeUrl = toUnsubscribeUrl(apiPublicUrl, token);
  const { desk_name: deskName } = await readSettings(queries);
  const more = notifications.length - maxListed;
  const text = [
    `Unread in ${deskName}:`,
    ...notifications.slice(0, maxListed).map(each => describe(each, deskUrl)),
    `${more > 0 ? `And ${more} more` : 'All notifications'}: ${deskUrl}/notifications`,
    'Replies to this mail are not added to tickets.',
    `Stop mail about ${describeKinds(kinds)}: ${unsubscribeUrl}`,
  ];
  const subject = createNotificationSubject(notifications.length, deskName);
  const raw = await composeMail({
    ...{ messageId: message_id_header, date: now, from, to: recipients, cc: [], replyTo: null, subject },
    ...{ text: `${text.join('\n\n')}\n`, files: [], signature: '', references: [], deskId: getDeskId(tokenKey) },
    ...{ hasHtml: false, isAutomatic: true, unsubscribeUrl },
  });
  return { raw, subject, digest: null };
};

/** Creates the subject: "3 unread notifications in Stardesk". */
export const createNotificationSubject = (count: number, deskName: string): string =>
  `${count} unread ${count === 1 ? 'notification' : 'notifications'} in ${deskName}`;

const getKind = ({ kind }: MailedNotification): NotificationKind => decodeEnum(notificationKinds, kind);

/** Describes a notification in one line, and adds its link on the next. */
const describe = (notification: MailedNotification, deskUrl: string): string => {
  const { ticket_id: id, subject, cause, target_id } = notification;
  if (id === null || subject === null) {
    const { text, path } = problems[decodeEnum(systemCauses, cause ?? 0)];
    return `${text}\n${deskUrl}/${path(target_id ?? '')}`;
  }
  return `#${id} ${shorten(subject)} · ${sentences[getKind(notification)](notification)}\n${deskUrl}/tickets/${id}`;
};

const shorten = (subject: string): string => {
  const codePoints = [...subject];
  if (codePoints.length <= maxSubjectCodePoints) return subject;
  return `${codePoints.slice(0, maxSubjectCodePoints).join('').trimEnd()}…`;
};

const sentences: Readonly<Record<NotificationKind, (notification: MailedNotification) => string>> = {
  assigned: ({ actor_name }) => `${actor_name} assigned it to you`,
  mentioned: ({ actor_name }) => `${actor_name} mentioned you`,
  customer_replied: ({ customer_name }) => `${customer_name || 'The customer'} replied`,
  colleague_wrote: ({ actor_name }) => `${actor_name} wrote`,
  new_unassigned: () => 'It is new and has no assignee',
  delivery_failed: () => 'Your reply was not delivered',
  system: () => '',
};

const problems: Readonly<Record<SystemCause, { text: string; path: (id: string) => string }>> = {
  mailbox_paused: { text: 'A mailbox is paused', path: id => `settings/mailboxes/${id}` },
  job_dead: { text: 'A background job failed', path: () => 'settings/jobs' },
  storage_nearly_full: { text: 'The storage of the desk is nearly full', path: () => 'settings/desk' },
  answer_held: { text: 'Your email reply was not added to a ticket', path: id => `mail/problems/incoming/${id}` },
  loop_held: {
    text: 'An email from one of the desk’s own addresses is held',
    path: id => `mail/problems/incoming/${id}`,
  },
};
