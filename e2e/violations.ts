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

/** The minified source is less than half as long, and loads that much faster. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Selectors of the part to check; without `within` it is the whole page. */
export type Part = { within?: string | undefined; without?: string | undefined };

type Options = Part & {
  /** Rules that differ from the default. */
  rules?: Record<string, { enabled: boolean }>;
};

/** Details of violations only. */
const resultTypes = ['violations' as const];

/** Finds accessibility violations with axe. */
export const violations = (page: Page, { rules = {}, ...part }: Options = {}): Promise<string[]> =>
  runAxe(page, part, { rules, resultTypes });

const colourRules = ['color-contrast', 'link-in-text-block'];

/** Finds violations of the colour rules, which depend on the theme. */
export const wrongColours = (page: Page, part: Part = {}): Promise<string[]> =>
  runAxe(page, part, { resultTypes, runOnly: colourRules });

/** Finds violations of all other rules, which depend on the width. */
export const wrongStructure = (page: Page, part: Part = {}): Promise<string[]> =>
  violations(page, { ...part, rules: Object.fromEntries(colourRules.map(rule => [rule, { enabled: false }])) });

/** Finds violations of the rules for colours and control sizes, which depend on CSS alone. */
export const wrongStyles = (page: Page): Promise<string[]> =>
  runAxe(page, {}, { resultTypes, runOnly: [...colourRules, 'target-size'] });

/** Finds violations in both themes. Leaves the page in the light theme. */
export async function violationsInBothThemes(page: Page, part: Part = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await endTransitions(page);
  const darkViolations = await wrongColours(page, part);
  await page.emulateMedia({ colorScheme: 'light' });
  await endTransitions(page);
  return [...darkViolations.map(each => `dark theme: ${each}`), ...(await violations(page, part))];
}

async function runAxe(page: Page, { within, without }: Part, options: RunOptions): Promise<string[]> {
  // Contrast is lower during a fade-in.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // Loads axe once per page, since loading takes longer than checking a small overlay.
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
