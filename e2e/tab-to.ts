import { expect, type Locator, type Page } from '@playwright/test';

/** Presses a key until a control has the focus. */
export async function tabTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    expect(await control.evaluate(element => element === document.activeElement)).toBe(true);
  }).toPass({ intervals: [0] });
}
