import { expect, openSignedIn, test } from './fixtures.ts';
import { palette } from './palette.ts';

test('The palette opens within two frames', async ({ page }) => {
  await openSignedIn(page, '/tickets?state=open');
  await expect(page.getByRole('list', { name: 'Tickets' }).getByRole('link').first()).toBeVisible();

  await page.evaluate(() => {
    const count = (past: number) =>
      requestAnimationFrame(() => {
        if (document.querySelector('dialog:modal')) Object.assign(window, { framesPast: past });
        else count(past + 1);
      });
    addEventListener('keydown', ({ key }) => key === 'k' && count(1), { capture: true });
  });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page)).toBeVisible();
  const past = await page.waitForFunction((): number => Reflect.get(window, 'framesPast'));
  expect(await past.jsonValue()).toBeLessThanOrEqual(2);
});
