/** Enumerations of the API. This file does not import zod, so that the web bundle stays small. */

/** Ticket states in their sort order: open < pending < closed. */
export const states = ['open', 'pending', 'closed'] as const;
export type State = (typeof states)[number];

/** Ticket priorities in their sort order: low < normal < high < urgent. */
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

/** Whether a person only reads a ticket or is writing on it. */
export const presenceModes = ['viewing', 'writing'] as const;
export type PresenceMode = (typeof presenceModes)[number];

/** A note is internal; a reply is to or from the customer. */
export const messageTypes = ['reply', 'note'] as const;
export type MessageType = (typeof messageTypes)[number];

/** `in` comes from the customer, `out` from the desk. */
export const directions = ['out', 'in'] as const;
export type Direction = (typeof directions)[number];

/** Roles in ascending order: each includes the rights of the roles before it. */
export const roles = ['viewer', 'agent', 'admin'] as const;
export type Role = (typeof roles)[number];

/** How an invited person gets the link: by mail, or from the administrator. */
export const invitationDeliveries = ['mail', 'link'] as const;
export type InvitationDelivery = (typeof invitationDeliveries)[number];

/** States of an invitation that has not been accepted. */
export const invitationStates = ['pending', 'expired'] as const;

/** Kinds of second factors, which a person uses after the password. A passkey also works without the password. */
export const secondFactorKinds = ['totp', 'passkey'] as const;
export type SecondFactorKind = (typeof secondFactorKinds)[number];

/** The people who must have a second factor. */
export const secondFactorPolicies = ['off', 'admins', 'everyone'] as const;
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number];

/** Roles of people created by their first sign-in at an identity provider. */
export const autoCreateRoles = ['viewer', 'agent'] as const satisfies readonly Role[];

/** Kinds of authors. A mailbox is the author of incoming mail, the desk (`system`) of automatic changes. */
export const personKinds = ['person', 'mailbox', 'system'] as const;
export type PersonKind = (typeof personKinds)[number];

/** `capture` stores outgoing mail in the desk instead of sending it. */
export const transports = ['capture', 'smtp'] as const;
export type Transport = (typeof transports)[number];

/** What happens to an imported mail on its IMAP server. */
export const afterImports = ['leave', 'seen', 'move'] as const;
export type AfterImport = (typeof afterImports)[number];

/** States of one direction of a mailbox. */
export const connectionStates = ['ok', 'connecting', 'paused', 'error'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** How a mailbox signs in to its servers: with passwords, or with a provider's token. */
export const authentications = ['password', 'oauth'] as const;

/** Where a mailbox signs in with OAuth. A `custom` provider has configured endpoints. */
export const authorizationProviders = ['google', 'microsoft', 'custom'] as const;
export type AuthorizationProvider = (typeof authorizationProviders)[number];

/** States of the OAuth authorization of a mailbox. */
export const authorizationStates = ['none', 'pending', 'authorized', 'expired'] as const;
export type AuthorizationState = (typeof authorizationStates)[number];

/** The format of a message body: Markdown, or text as it was written. */
export const messageFormats = ['text', 'markdown'] as const;
export type MessageFormat = (typeof messageFormats)[number];

/** States of an incoming mail. */
export const mailStates = ['received', 'processed', 'held', 'failed', 'ignored'] as const;
export type MailState = (typeof mailStates)[number];

/** Why an incoming mail is held, failed or ignored. */
export const mailReasons = [
  ...(['too_large', 'too_many_parts', 'deadline', 'parse_error', 'no_sender', 'authentication_failed'] as const),
  ...([
    'colleague_unverified',
    'sender_rate',
    'answer_to_notification',
    'duplicate',
    'loop',
    'mailbox_deleted',
    'original_missing',
  ] as const),
] as const;
export type MailReason = (typeof mailReasons)[number];

/** How a mail is processed. */
export const processingKinds = ['automatic', 'new_ticket', 'plain_ticket', 'ticket'] as const;
export type ProcessingKind = (typeof processingKinds)[number];

/** Media types that are detected from a file's bytes. Any other file is `application/octet-stream`. */
export const attachmentTypes = [
  ...(['application/octet-stream', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const),
  ...(['application/pdf', 'application/zip'] as const),
] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

/** The result of the virus scan of a file. Only `off` and `clean` files are served. */
export const scanStates = ['off', 'pending', 'clean', 'infected', 'failed'] as const;
export type ScanState = (typeof scanStates)[number];

/** Why an address is on a ticket. */
export const participantRoles = ['requester', 'cc', 'seen'] as const;
export type ParticipantRole = (typeof participantRoles)[number];

/** Kinds of background jobs. api/jobs/handlers.ts lists their handlers. */
export const jobKinds = [
  ...(['add_mail_files', 'collect_files', 'mail_notifications', 'notify', 'poll_mailbox', 'process_mail'] as const),
  ...([
    'purge_expired',
    'purge_sign_ins',
    'remove_sample',
    'renew_authorization',
    'replace_tag',
    'send_delivery',
    'send_reset_link',
  ] as const),
] as const;
export type JobKind = (typeof jobKinds)[number];

/** Why a person is notified. Stored by index. */
export const notificationKinds = [
  ...(['assigned', 'mentioned', 'customer_replied', 'colleague_wrote'] as const),
  ...(['new_unassigned', 'delivery_failed', 'system'] as const),
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The problems that cause a `system` notification. Stored by index. */
export const systemCauses = ['mailbox_paused', 'job_dead', 'storage_nearly_full', 'loop_held', 'answer_held'] as const;
export type SystemCause = (typeof systemCauses)[number];

/** A finished job is deleted. A dead job has failed in its last attempt. */
export const jobStates = ['waiting', 'running', 'dead'] as const;
export type JobState = (typeof jobStates)[number];

/** Kinds of outgoing mail. Notifications and account mail go to people of the desk. Account mail may contain one-time links. */
export const deliveryKinds = ['reply', 'acknowledgement', 'notification', 'account', 'test'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/** States of an outgoing mail. `captured` mail stays in the desk; `bounced` mail was accepted and returned later. */
export const deliveryStates = [
  'held',
  'queued',
  'sending',
  'sent',
  'captured',
  'failed',
  'bounced',
  'cancelled',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why an outgoing mail is held or failed. */
export const deliveryReasons = [
  'customer_replied',
  'ticket_closed',
  'restored',
  'mailbox_deleted',
  'unconfirmed',
  'file_not_scanned',
  'file_infected',
  'file_missing',
] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];

export const recipientRoles = ['to', 'cc', 'bcc'] as const;
export type RecipientRole = (typeof recipientRoles)[number];

/** A `waiting` recipient may still get the mail. Mail to a `bounced` recipient was accepted and returned later. */
export const recipientStates = ['waiting', 'sent', 'captured', 'failed', 'bounced'] as const;
export type RecipientState = (typeof recipientStates)[number];

/** Actions of the audit log. The part before the dot is the kind of the target. */
export const auditActions = [
  ...(['person.created', 'person.changed', 'person.password_set', 'person.access_revoked', 'person.locked'] as const),
  ...(['person.reset_link_created', 'invitation.created', 'invitation.removed'] as const),
  ...([
    'second_factor.created',
    'second_factor.removed',
    'second_factor.disabled',
    'second_factor.codes_renewed',
  ] as const),
  'address.locked',
  ...(['identity.linked', 'identity.removed'] as const),
  ...(['identity_provider.created', 'identity_provider.changed', 'identity_provider.deleted'] as const),
  ...([
    'client.created',
    'client.changed',
    'client.secret_rotated',
    'client.access_revoked',
    'client.removed',
  ] as const),
  ...(['grant.revoked', 'token.created', 'token.revoked'] as const),
  ...(['key.rotated', 'secrets.rotated'] as const),
  ...(['mailbox.created', 'mailbox.changed', 'mailbox.deleted', 'mailbox.connection_changed'] as const),
  'mailbox.resumed',
  ...(['mailbox.authorization_changed', 'mailbox.signed_in'] as const),
  ...(['mailbox.hook_created', 'mailbox.hook_renewed', 'mailbox.hook_removed'] as const),
  ...(['settings.changed', 'tag.described', 'tag.merged', 'tag.deleted'] as const),
  ...(['mail.discarded', 'job.retried', 'job.discarded', 'backup.made', 'backup.restored'] as const),
  ...(['sample_data.removed'] as const),
] as const;
export type AuditAction = (typeof auditActions)[number];

/** `mailbox.changed` → `mailbox`. */
export type AuditTargetKind = AuditAction extends `${infer Kind}.${string}` ? Kind : never;
export const getAuditTargetKind = (action: AuditAction): AuditTargetKind => action.split('.', 1)[0] as AuditTargetKind;
export const auditTargetKinds: readonly AuditTargetKind[] = [...new Set(auditActions.map(getAuditTargetKind))];

/** Kinds of OAuth clients. Only a confidential client has a secret; an implicit client gets no refresh tokens. */
export const clientKinds = ['confidential', 'public', 'implicit'] as const;
export type ClientKind = (typeof clientKinds)[number];

/** OAuth scopes. A write scope does not include reading. */
export const scopes = [
  'tickets:read',
  'tickets:write',
  'messages:read',
  'messages:write',
  'gists:read',
  'gists:write',
  'people:read',
  'people:write',
  'settings:read',
  'settings:write',
  'mail:write',
] as const;
export type Scope = (typeof scopes)[number];

export const ticketSortKeys = ['state', 'priority', 'created_at', 'updated_at', 'closed_at'] as const;
export type TicketSortKey = (typeof ticketSortKeys)[number];

/** Sort keys of the list of tags. */
export const tagSortKeys = ['name', 'tickets'] as const;

/** Sort keys of most lists. Some lists sort only by `created_at`; tickets and tags have their own keys. */
export const commonSortKeys = ['created_at', 'updated_at'] as const;
export type CommonSortKey = (typeof commonSortKeys)[number];
