import type { BrowserContext, Page } from '@playwright/test';
import { createApiClient } from '../../../e2e/api-client.ts';
import { createPng } from '../../../e2e/pictures.ts';
import { openSlowPage } from './browser.ts';
import { measurePaints } from './interactions.ts';

const count = 30;
const times = 15;
const tag = 'pictures';

/**
 * Measures milliseconds to the next paint after opening a thread with thirty pictures. The pictures have two
 * megapixels.
 */
export async function measurePictureThread(
  context: BrowserContext,
  publicUrl: string,
  slowdown: number,
): Promise<number[]> {
  const page = await openSlowPage(context, slowdown);
  await page.goto(publicUrl);
  await addTickets(page, publicUrl);
  await page.goto(`${publicUrl}/tickets?tag=${tag}`);
  const row = (subject: string) => page.getByRole('list', { name: 'Tickets' }).getByRole('link', { name: subject });
  const open = async (subject: string): Promise<void> => {
    await row(subject).click({ noWaitAfter: true });
    await page.getByRole('article').filter({ hasText: subject }).first().waitFor();
  };
  const paints: number[] = [];
  for (let index = 0; index < times; index++) {
    await open('Without pictures');
    paints.push(...(await measurePaints(page, 1, () => open('With pictures'))));
  }
  await page.close();
  return paints;
}

async function addTickets({ request }: Page, publicUrl: string): Promise<void> {
  const api = createApiClient(request, publicUrl);
  await api.createTicket({ subject: 'Without pictures', description: 'Without pictures', tags: [tag] });
  const { id } = await api.createTicket({ subject: 'With pictures', description: 'With pictures', tags: [tag] });
  for (let index = 0; index < count; index++) {
    const picture = await api.uploadFile(`${index}.png`, createPng(1600, 1200 + index));
    await api.addMessage(id, { body: `Number ${index}`, attachment_ids: [picture.id] });
  }
}
