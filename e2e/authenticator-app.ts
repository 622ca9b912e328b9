import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepMilliseconds = 30_000;

/** Returns the code that the app shows for a base32 key (RFC 6238). @param steps periods of 30 seconds from now */
export function showCode(key: string, steps = 0): string {
  const bits = [...key].map(character => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('');
  const seed = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMilliseconds) + steps));
  const mac = createHmac('sha1', seed).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Sets up an app with the key on the page, and reads the recovery codes. The next sign-in needs the next code. */
export async function setUpApp(page: Page): Promise<{ key: string; recoveryCodes: string[] }> {
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  const key = (await page.getByText('Enter this key in the app:').getByRole('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code that the app shows').fill(showCode(key));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: /^Save these codes/ }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return { key, recoveryCodes: await codes.allInnerTexts() };
}
