import type { ApiClient } from './api-client.ts';
import type { JourneyDesk } from './desk.ts';
import { expect } from './fixtures.ts';

/**
 * Mentions a person, and waits until the mail about the mention is captured.
 *
 * @returns the id of the mail, and the link in the mail that stops mail about mentions
 */
export async function receiveMentionMail(desk: JourneyDesk, person: ApiClient, author: ApiClient) {
  const { id } = await person.readPerson();
  await author.addMessage('1039', { type: 'note', body: 'Please call them.', mentions: [id] });
  await expect.poll(() => person.readNotifications()).toHaveLength(1);
  desk.ageNotifications();
  await expect.poll(() => author.readNotificationMails()).toMatchObject([{ state: 'captured' }]);
  const [mail] = await author.readNotificationMails();
  const source = await author.readSource(mail?.id ?? '');
  return { mailId: mail?.id, link: /^List-Unsubscribe:\s*<(\S+)>/m.exec(source)?.[1] ?? '' };
}
