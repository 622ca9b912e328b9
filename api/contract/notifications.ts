import { z } from 'zod';
import { type NotificationKind, notificationKinds, systemCauses } from './enums.ts';
import { exampleNotification } from './examples.ts';
import { createBodySchema, id, resourceSchema, utcTime, withErrorName } from './fields.ts';
import { booleanParameter, commaList, emptyResponseQuery, listParameters, outputParameters } from './list.ts';
import { allRoles, operation } from './operation.ts';

export const notificationSchema = resourceSchema({
  kind: z.enum(notificationKinds).meta({
    description:
      '`assigned`: a ticket was assigned to you. `mentioned`: a note mentions you. `customer_replied`, `colleague_wrote`: the customer replied, or a colleague wrote, on a ticket that you watch. `new_unassigned`: a new ticket has no assignee. `delivery_failed`: a reply of yours did not arrive. `system`: see `cause`.',
  }),
  cause: z.enum(systemCauses).nullable().meta({
    description:
      'The problem that a `system` notification reports; null for other kinds. `mailbox_paused`: a mailbox has been paused for 15 minutes. `job_dead`: a job failed in its last attempt. `storage_nearly_full`: the storage is 80% full. `loop_held`: a held mail came from an address of the desk. `answer_held`: a reply to a notification mail is held, and was not added to a ticket. Only the sender of that reply gets `answer_held`; administrators get the other causes.',
  }),
  target_id: z.string().nullable().meta({ description: 'The mailbox, job or mail of a `system` notification.' }),
  ticket_id: z.string().nullable(),
  message_id: z.string().nullable().meta({ description: 'The message, which may have been deleted since.' }),
  person_id: z.string().nullable().meta({ description: 'The author of the change; null for `system`.' }),
  event_id: z.string().nullable().meta({ description: 'The event of the change log; null for `system`.' }),
  read_at: utcTime.nullable().meta({ description: 'When you read the notification; null while it is unread.' }),
}).meta({
  id: 'Notification',
  description:
    'A notification of a change to a ticket, or of a problem of the desk. It is deleted after `retention.notification_days` of the settings, by default 90 days.',
  example: exampleNotification,
});
export type Notification = z.output<typeof notificationSchema>;

const requestedMembers = {
  ticket_subject: z.string().nullable().meta({ description: 'The current subject of the ticket.' }),
};

const names = Object.keys(notificationSchema.shape);
const read = { scope: 'tickets:read', roles: allRoles } as const;
const write = { scope: 'tickets:write', roles: allRoles, query: emptyResponseQuery } as const;

export const listNotifications = operation('listNotifications', 'GET /notifications', {
  summary: 'List your notifications, newest first',
  ...read,
  query: z.strictObject({
    ...listParameters([...names, ...Object.keys(requestedMembers)]),
    unread: booleanParameter('`true` for unread notifications, `false` for read notifications.').optional(),
    kind: commaList(notificationKinds, 'Any of these kinds.').optional(),
    ticket_id: id.optional().meta({ description: 'Notifications of this ticket.' }),
  }),
  response: z.array(notificationSchema),
  requestedMembers,
});

export const getNotification = operation('getNotification', 'GET /notifications/{notification_id}', {
  summary: 'Read a notification',
  ...read,
  response: notificationSchema,
});

export const markNotificationRead = operation('markNotificationRead', 'PUT /notifications/{notification_id}/read', {
  summary: 'Mark a notification as read',
  ...write,
});

export const markNotificationUnread = operation(
  'markNotificationUnread',
  'DELETE /notifications/{notification_id}/read',
  { summary: 'Mark a notification as unread', ...write },
);

const readBody = z
  .strictObject({
    through: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, withErrorName('invalid_format', 'is not the id of a notification'))
      .optional()
      .meta({ description: 'The id of the last notification to mark; later ones stay unread.' }),
    ticket_id: id.optional().meta({ description: 'Only notifications of this ticket.' }),
  })
  .refine(({ through, ticket_id }) => through !== undefined || ticket_id !== undefined, {
    ...withErrorName('required', 'is required without `ticket_id`'),
    path: ['through'],
  });

export const readNotifications = operation('readNotifications', 'PUT /notifications/read', {
  description:
    'Needs `through`, `ticket_id` or both. Clients should mark the notifications of a ticket when they show the ticket.',
  example: { through: '512' },
  summary: 'Mark several notifications as read',
  ...write,
  body: readBody,
});

/** How a person is notified of one kind. */
const channels = z.strictObject({
  in_app: z.boolean().meta({ description: 'Whether notifications of this kind are in your list.' }),
  by_mail: z.boolean().meta({
    description:
      'Whether a notification of this kind is mailed to you if it is unread after five minutes. You get at most one mail in 15 minutes.',
  }),
});

/** The preferences of a person who has changed none. */
export const notificationDefaults: Readonly<Record<NotificationKind, z.output<typeof channels>>> = {
  assigned: { in_app: true, by_mail: true },
  mentioned: { in_app: true, by_mail: true },
  customer_replied: { in_app: true, by_mail: true },
  colleague_wrote: { in_app: true, by_mail: false },
  new_unassigned: { in_app: false, by_mail: false },
  delivery_failed: { in_app: true, by_mail: true },
  system: { in_app: true, by_mail: true },
};
export type NotificationPreferences = typeof notificationDefaults;

const preferenceFields = Object.fromEntries(notificationKinds.map(kind => [kind, channels])) as Record<
  NotificationKind,
  typeof channels
>;

export const preferencesSchema = z.strictObject(preferenceFields).meta({
  id: 'NotificationPreferences',
  description: 'Whether and how you are notified of each kind.',
  example: notificationDefaults,
});

export const getNotificationPreferences = operation('getNotificationPreferences', 'GET /notification_preferences', {
  summary: 'Read your notification preferences',
  ...read,
  query: z.strictObject(outputParameters(notificationKinds)),
  response: preferencesSchema,
});

export const replaceNotificationPreferences = operation(
  'replaceNotificationPreferences',
  'PUT /notification_preferences',
  {
    description: 'The preferences affect future notifications. Omitted kinds get their defaults.',
    example: { new_unassigned: { in_app: true, by_mail: false } },
    summary: 'Replace your notification preferences',
    ...write,
    body: createBodySchema(preferenceFields, notificationDefaults),
  },
);
