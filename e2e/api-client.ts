import type { APIRequestContext } from '@playwright/test';
import type {
  Attachment,
  Delivery,
  Gist,
  Invitation,
  Limits,
  Mail,
  Mailbox,
  MailboxConnection,
  MailboxDraft,
  MailboxStatuses,
  Message,
  Notification,
  NotificationPreferences,
  Person,
  SettingsChange,
  SettingsRepresentation,
  Ticket,
  View,
  ViewDraft,
} from '#contract';
import type { InvitationDelivery, PresenceMode } from '#contract/enums';

/** Headers that the bff requires (CSRF protection). */
const headers = { 'X-CSRF': '1', 'Sec-Fetch-Site': 'same-origin' };

type Files = Record<string, { content: string } | null>;
type MailboxConnectionServer = {
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  user?: string;
  password?: string;
};
type GistChange = { description?: string; public?: boolean; files?: Files };

/** A client of the desk's API with a session of the bff. */
export type ApiClient = ReturnType<typeof createApiClient>;

/**
 * Creates an API client with the session of a request context. The client throws on every error status.
 *
 * @param deskUrl only for contexts without a base URL
 */
export function createApiClient(request: APIRequestContext, deskUrl = '') {
  const fetch = async (method: string, path: string, data?: object) => {
    const response = await request.fetch(`${deskUrl}/api${path}`, { method, headers, data });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return response;
  };
  const send = async (method: string, path: string, data?: object) => {
    const response = await fetch(method, path, data);
    return response.status() === 204 ? null : response.json();
  };
  /** Uploads a file, which stays unattached until a message contains it. */
  const uploadFile = async (name: string, data: Buffer): Promise<Attachment> => {
    const url = `${deskUrl}/api/attachments?${new URLSearchParams({ name })}`;
    const type = { 'Content-Type': 'application/octet-stream' };
    const response = await request.post(url, { headers: { ...headers, ...type }, data });
    if (!response.ok()) throw new Error(`POST ${url}: ${response.status()} ${await response.text()}`);
    return response.json();
  };
  return {
    /** Returns the signed-in person. */
    readPerson: (): Promise<Person> => send('GET', '/people/me'),
    readPeople: (): Promise<Person[]> => send('GET', '/people?per_page=100'),
    updatePerson: (id: string, change: Partial<Person>): Promise<Person> => send('PATCH', `/people/${id}`, change),

    invite: (id: string, deliver: InvitationDelivery): Promise<Invitation> =>
      send('PUT', `/people/${id}/invitation`, { deliver }),

    createTicket: (ticket: Partial<Ticket>): Promise<Ticket> =>
      send('POST', '/tickets', { subject: 'A test ticket', ...ticket }),
    readTicket: (id: string): Promise<Ticket> => send('GET', `/tickets/${id}`),
    updateTicket: (id: string, change: Partial<Ticket>): Promise<Ticket> => send('PATCH', `/tickets/${id}`, change),
    deleteTicket: (id: string): Promise<void> => send('DELETE', `/tickets/${id}`),
    /** Searches for tickets; returns at most 30. */
    searchTickets: (q: string, sort = '-updated_at'): Promise<Ticket[]> =>
      send('GET', `/tickets?${new URLSearchParams({ q, sort })}`),

    announcePresence: (id: string, mode: PresenceMode): Promise<void> =>
      send('PUT', `/tickets/${id}/presence`, { mode }),
    leaveTicket: (id: string): Promise<void> => send('DELETE', `/tickets/${id}/presence`),

    addMessage: (id: string, message: Partial<Message>): Promise<Message> =>
      send('POST', `/tickets/${id}/messages`, message),
    updateMessage: (id: string, messageId: string, body: string): Promise<Message> =>
      send('PATCH', `/tickets/${id}/messages/${messageId}`, { body }),
    deleteMessage: (id: string, messageId: string): Promise<void> =>
      send('DELETE', `/tickets/${id}/messages/${messageId}`),
    /** Returns a ticket's messages, oldest first. */
    readMessages: (id: string): Promise<Message[]> => send('GET', `/tickets/${id}/messages?per_page=100`),
    uploadFile,
    /** Uploads files one after the other. The limit is four concurrent uploads per person. */
    uploadFiles: async (files: readonly (readonly [name: string, data: Buffer])[]): Promise<Attachment[]> => {
      const uploaded: Attachment[] = [];
      for (const file of files) uploaded.push(await uploadFile(...file));
      return uploaded;
    },
    /** Returns the bodies of a ticket's messages, oldest first. */
    readBodies: async (id: string): Promise<string[]> =>
      (await send('GET', `/tickets/${id}/messages?per_page=100`)).map(({ body }: Message) => body),

    /** Returns the newest notifications of this person. */
    readNotifications: (): Promise<Notification[]> => send('GET', '/notifications'),

    readSettings: (): Promise<SettingsRepresentation> => send('GET', '/settings'),
    updateSettings: (change: SettingsChange): Promise<SettingsRepresentation> => send('PATCH', '/settings', change),
    readLimits: (): Promise<Limits> => send('GET', '/limits'),
    /** Deletes the unattached files of this person. */
    deleteUnattachedFiles: async (): Promise<void> => {
      const files: Attachment[] = await send('GET', '/attachments?per_page=100');
      for (const { id, message_id: messageId } of files)
        if (messageId === null) await send('DELETE', `/attachments/${id}`);
    },

    readMailboxes: (): Promise<Mailbox[]> => send('GET', '/mailboxes'),
    addMailbox: (mailbox: Partial<MailboxDraft>): Promise<Mailbox> => send('POST', '/mailboxes', mailbox),
    updateMailbox: (id: string, change: Partial<MailboxDraft>): Promise<Mailbox> =>
      send('PATCH', `/mailboxes/${id}`, change),

    connectMailbox: (id: string, outbound: MailboxConnectionServer): Promise<MailboxConnection> =>
      send('PATCH', `/mailboxes/${id}/connection`, { outbound }),
    readConnection: (id: string): Promise<MailboxConnection> => send('GET', `/mailboxes/${id}/connection`),
    readMailboxStatuses: async (): Promise<MailboxStatuses['statuses']> =>
      (await send('GET', '/mailbox_statuses')).statuses,
    /** Delivers a mail to a mailbox. In a string, converts LF to CRLF. */
    receiveMail: async (id: string, mail: string | Buffer): Promise<Mail> => {
      const type = { 'Content-Type': 'message/rfc822' };
      const url = `${deskUrl}/api/mailboxes/${id}/mails`;
      const response = await request.post(url, {
        headers: { ...headers, ...type },
        data: typeof mail === 'string' ? mail.replaceAll('\n', '\r\n') : mail,
      });
      if (!response.ok()) throw new Error(`POST ${url}: ${response.status()} ${await response.text()}`);
      return response.json();
    },
    readMail: (id: string): Promise<Mail> => send('GET', `/mails/${id}`),
    /** Returns the outgoing mail of a ticket, newest first. */
    readDeliveries: (ticketId: string): Promise<Delivery[]> => send('GET', `/deliveries?ticket_id=${ticketId}`),
    /** Returns the mails about unread notifications, newest first. */
    readNotificationMails: (): Promise<Delivery[]> => send('GET', '/deliveries?kind=notification'),
    readNotificationPreferences: (): Promise<NotificationPreferences> => send('GET', '/notification_preferences'),
    /** Returns the source of an outgoing mail. */
    readSource: async (id: string): Promise<string> => (await fetch('GET', `/deliveries/${id}/raw`)).text(),
    readDelivery: (id: string): Promise<Delivery> => send('GET', `/deliveries/${id}`),

    addView: (view: Partial<ViewDraft>): Promise<View> => send('POST', '/views', view),
    deleteView: (id: string): Promise<void> => send('DELETE', `/views/${id}`),

    addGist: (gist: GistChange): Promise<Gist> => send('POST', '/gists', gist),
    readGist: (id: string): Promise<Gist> => send('GET', `/gists/${id}`),
    updateGist: (id: string, change: GistChange): Promise<Gist> => send('PATCH', `/gists/${id}`, change),
    deleteGist: (id: string): Promise<void> => send('DELETE', `/gists/${id}`),
  };
}
