import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { RunOptions, run } from 'axe-core';
import { endTransitions } from './end-transitions.ts';

declare global {
  interface Window {
    axe?: { run: typeof run };
  }
}

/** Less than half as long as the source that axe carries with it, and as much cheaper to load into a page. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

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
  look(page, part, { rules, resultTypes });

const colourRules = ['color-contrast', 'link-in-text-block'];

/** The violations of colour rules: all that another theme can change. */
export const wrongColours = (page: Page, part: Part = {}): Promise<string[]> =>
  look(page, part, { resultTypes, runOnly: colourRules });

/** The violations of every other rule: all that another width can change. */
export const wrongStructure = (page: Page, part: Part = {}): Promise<string[]> =>
  violations(page, { ...part, rules: Object.fromEntries(colourRules.map(rule => [rule, { enabled: false }])) });

/** The violations of the rules for colours and the size of controls: all that a theme and a width change with CSS alone. */
export const wrongStyles = (page: Page): Promise<string[]> =>
  look(page, {}, { resultTypes, runOnly: [...colourRules, 'target-size'] });

/** What axe finds in both themes in what a journey has come to; at the end the theme is light. */
export async function violationsInBothThemes(page: Page, part: Part = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await endTransitions(page);
  const inTheDark = await wrongColours(page, part);
  await page.emulateMedia({ colorScheme: 'light' });
  await endTransitions(page);
  return [...inTheDark.map(each => `in the dark: ${each}`), ...(await violations(page, part))];
}

async function look(page: Page, { within, without }: Part, options: RunOptions): Promise<string[]> {
  // What fades in has less contrast until it is there.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // A page keeps axe: loading it takes longer than looking at a small layer.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const context = { include: within ?? 'html', exclude: without ?? [] };
  return page.evaluate(
    async ([inspected, chosen]) => {
      const results = await window.axe?.run(inspected, chosen);
      if (!results) throw new Error('axe is not loaded');
      return results.violations.flatMap(({ id, nodes }) =>
        nodes.map(node => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
      );
    },
    [context, options] as const,
  );
}
