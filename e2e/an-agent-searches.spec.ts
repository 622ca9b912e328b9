import type { Page } from '@playwright/test';
import { createApiClient } from './api-client.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { palette, paletteField } from './palette.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
const search = (page: Page, list = 'tickets') => page.getByRole('searchbox', { name: `Search ${list}` });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

/** Search terms that each find the ticket “Charged twice”. */
const searchTerms = ['#1042', '1042', 'amelie@atelier-laurent.example', 'AMELIE@Atelier-Laur', 'billing refund'];

test('An agent searches', async ({ page }) => {
  await openSignedIn(page, '/tickets');
  const client = createApiClient(page.request);
  const gist = await client.addGist({ description: 'Zeppelin runbook', files: { 'land.md': { content: 'Slowly.' } } });

  await test.step('finds words by their beginning while typing, and sees why each ticket matches', async () => {
    await search(page).pressSequentially('ledg');
    await expect(rows(page)).toContainText(['Charged twice for the November invoice']);
    const snippet = rows(page).first().locator('mark');
    await expect(snippet).toHaveText(['ledger']);
    await expect(rows(page).first()).toContainText('…in the ledger: the second capture');
    await expect(page).toHaveTitle(/^“ledg” in /);
    await search(page).fill('ledg ');
    await expect(page.getByRole('heading', { name: 'No results for “ledg ”' })).toBeVisible();
  });

  await test.step('finds a ticket by its number, its customer’s address and its tags', async () => {
    for (const term of searchTerms) {
      await search(page).fill('nothing has this');
      await expect(rows(page)).toHaveCount(0);
      await search(page).fill(term);
      await expect(rows(page).filter({ hasText: 'Charged twice for the November invoice' })).toHaveCount(1);
    }
    await search(page).fill('amelie@atelier-laurent.example');
    await expect(rows(page).first().locator('mark')).toHaveText(['amelie@atelier-laurent', 'example']);
  });

  await test.step('corrects a misspelt word with the suggestion', async () => {
    await search(page).fill('invioce novembr');
    await page.getByRole('button', { name: 'Did you mean invoice november?' }).click();
    await expect(search(page)).toHaveValue('invoice november');
    await expect(rows(page)).toContainText(['Charged twice for the November invoice']);
    await search(page).fill('xylophone');
    await expect(page.getByRole('heading', { name: 'No results for “xylophone”' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Did you mean/ })).toHaveCount(0);
  });

  await test.step('finds the same ticket in the palette, and a gist by its name', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    for (const term of [...searchTerms, 'ledg']) {
      await paletteField(page).fill('nothing has this');
      await expect(option(page, 'Charged twice')).toHaveCount(0);
      await paletteField(page).fill(term);
      await expect(option(page, 'Charged twice for the November invoice')).toHaveCount(1);
    }
    await paletteField(page).fill('zeppelin runb');
    // The results of the previous search are above the gist until the new results arrive.
    await expect(option(page, 'Charged twice')).toHaveCount(0);
    await option(page, 'Zeppelin runbook').click();
    await expect(page).toHaveURL(`/gists/${gist.id}`);
  });

  await test.step('finds a gist by the beginning of its name or of a file’s name', async () => {
    for (const name of ['zepp', 'land.m']) {
      await page.goto('/gists');
      await search(page, 'gists').fill(name);
      await expect(page.getByRole('list', { name: 'Gists' }).getByRole('listitem')).toHaveText([/Zeppelin runbook/]);
    }
  });
});
