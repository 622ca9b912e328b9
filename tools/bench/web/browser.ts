import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { fillSignInForm } from '../../../e2e/oauth-client.ts';
import { benchPerson } from '../web-desk.ts';
import { observePages } from './observe.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds the web app if it is stale, and starts a headless browser. */
export async function openBrowser(): Promise<Browser> {
  const { stdout } = await promisify(execFile)(process.execPath, ['launch/prepare-browser.mjs'], { cwd: root });
  const args = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update'];
  return chromium.launch({ executablePath: stdout.trim(), args });
}

/** Opens a browser context, whose windows have the size that agents use. */
export async function openContext(
  browser: Browser,
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>,
) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(storageState && { storageState }),
  });
  await observePages(context);
  return context;
}

/** Opens a page with a throttled processor. */
export async function openSlowPage(context: BrowserContext, slowdown: number): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** Signs in. @returns the cookies and storage of a browser that has signed in once */
export async function signIn(browser: Browser, publicUrl: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(publicUrl);
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await fillSignInForm(page, benchPerson);
  await page.getByRole('navigation', { name: 'Desk' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}
