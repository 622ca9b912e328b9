import type { Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';

/** Makes texts on the screens start with Arabic, as the colleague's name does. Mentions the administrator. */
export async function writeArabic(colleague: ApiClient): Promise<void> {
  const { id: assigneeId } = await colleague.readPerson();
  const mentions = (await colleague.readPeople()).filter(({ role }) => role === 'admin').map(({ id }) => id);
  const subject = 'مكتب لشبونة: Nobody in the Lisbon office';
  await colleague.updateTicket('1039', { subject, customer_name: 'ليلى Costa', assignee_id: assigneeId });
  const { id } = await colleague.addMessage('1039', { body: 'سنرد on Monday', type: 'note', mentions });
  await colleague.updateMessage('1039', id, 'سنرد غدا on Monday');
  await colleague.updateTicket('1040', { subject: 'فاتورة: invoice' });
  const files = { 'رد.txt': { content: 'شكرا for writing' } };
  await colleague.updateGist('1', { description: 'رد: Reply: refund of a double charge', files });
  await colleague.addGist({ description: 'سريع: quick', files });
  await colleague.addView({ name: 'متأخر late', query: 'state=pending', shared: true });
}

/**
 * Finds text that starts with Arabic and is not isolated by `dir="auto"` or bdi. Includes hidden text, but not avatars
 * and options, which are not inline text.
 */
export const findUnisolatedText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const startsWithArabic = (text: string): boolean => /^\P{L}*\p{Script=Arabic}/u.test(text);
    const isolated = '[dir="auto"], bdi, [aria-hidden="true"], option';
    const unisolatedTexts: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const { parentElement: parent, textContent } = text;
      if (startsWithArabic(textContent ?? '') && !parent?.closest(isolated))
        unisolatedTexts.push(parent?.outerHTML ?? '');
    }
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
      if (startsWithArabic(field.value) && field.dir !== 'auto') unisolatedTexts.push(field.outerHTML);
    }
    return unisolatedTexts;
  });
