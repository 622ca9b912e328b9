import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds, in as many words as help; `rules` turns on or off what is not as it is for everything. */
export async function violations(page: Page, rules: Record<string, { enabled: boolean }> = {}): Promise<string[]> {
  return look(page, new AxeBuilder({ page }).options({ rules }));
}

/** What axe finds wrong with colours: all that another theme can change. */
export const wrongColours = (page: Page): Promise<string[]> =>
  look(page, new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']));

async function look(page: Page, axe: AxeBuilder): Promise<string[]> {
  // What fades in has less contrast until it is there.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html} ${node.failureSummary ?? ''}`));
}
