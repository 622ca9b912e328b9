import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Of what is right, axe tells nothing but that it is. */
const resultTypes = ['violations' as const];

/** What axe finds, in as many words as help; `rules` turns on or off what is not as it is for everything. */
export const violations = (page: Page, rules: Record<string, { enabled: boolean }> = {}): Promise<string[]> =>
  look(page, new AxeBuilder({ page }).options({ rules, resultTypes }));

/** What axe finds wrong with colours: all that another theme can change. */
export const wrongColours = (page: Page): Promise<string[]> =>
  look(page, new AxeBuilder({ page }).options({ resultTypes }).withRules(['color-contrast', 'link-in-text-block']));

async function look(page: Page, axe: AxeBuilder): Promise<string[]> {
  // What fades in has less contrast until it is there.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // Otherwise a page is opened for each answer, for the sake of frames of other origins, of which we have none.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html} ${node.failureSummary ?? ''}`));
}
