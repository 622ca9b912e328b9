import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { endTransitions } from './end-transitions.ts';

/** What is looked at, by selectors; without `within` the whole page. */
export type Part = { within?: string | undefined; without?: string | undefined };

type Options = Part & {
  /** Turned on or off what is not as it is for everything. */
  rules?: Record<string, { enabled: boolean }>;
};

/** Of what is right, axe tells nothing but that it is. */
const resultTypes = ['violations' as const];

/** What axe finds, in as many words as help. */
export const violations = (page: Page, { rules = {}, ...part }: Options = {}): Promise<string[]> =>
  look(page, part, axe => axe.options({ rules, resultTypes }));

/** What axe finds wrong with colours: all that another theme can change. */
export const wrongColours = (page: Page, part: Part = {}): Promise<string[]> =>
  look(page, part, axe => axe.options({ resultTypes }).withRules(['color-contrast', 'link-in-text-block']));

/** What axe finds in both themes in what a journey has come to; at the end the theme is light. */
export async function violationsInBothThemes(page: Page, part: Part = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await endTransitions(page);
  const inTheDark = await wrongColours(page, part);
  await page.emulateMedia({ colorScheme: 'light' });
  await endTransitions(page);
  return [...inTheDark.map(each => `in the dark: ${each}`), ...(await violations(page, part))];
}

async function look(page: Page, { within, without }: Part, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // What fades in has less contrast until it is there.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // A page that has axe already keeps it: to bring it there takes as long as to look at a small layer.
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = choose(new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) }));
  if (within !== undefined) axe.include(within);
  if (without !== undefined) axe.exclude(without);
  // Otherwise a page is opened for each answer, for the sake of frames of other origins, of which we have none.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html} ${node.failureSummary ?? ''}`));
}
