import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { RunOptions, run } from 'axe-core';
import { waitForTransitions } from './wait-for-transitions.ts';

declare global {
  interface Window {
    axe?: { run: typeof run };
  }
}

/** The minified source of axe loads more than twice as fast as the full source. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Selectors of the part to check and of the part to skip. By default the whole page is checked. */
export type PagePart = { within?: string | undefined; without?: string | undefined };

type Options = PagePart & {
  /** Rules that differ from the default. */
  rules?: Record<string, { enabled: boolean }>;
};

/** Makes axe report details of violations only. */
const resultTypes = ['violations' as const];

/** Finds accessibility violations with axe. */
export const findAccessibilityViolations = (page: Page, { rules = {}, ...part }: Options = {}): Promise<string[]> =>
  runAxe(page, part, { rules, resultTypes });

const colourRules = ['color-contrast', 'link-in-text-block'];

/** Finds violations of the colour rules, which depend on the theme. */
export const findColourViolations = (page: Page, part: PagePart = {}): Promise<string[]> =>
  runAxe(page, part, { resultTypes, runOnly: colourRules });

/** Finds violations of all rules except the colour rules. Some of the checked rules depend on the width. */
export const findStructureViolations = (page: Page, part: PagePart = {}): Promise<string[]> =>
  findAccessibilityViolations(page, {
    ...part,
    rules: Object.fromEntries(colourRules.map(rule => [rule, { enabled: false }])),
  });

/** Finds violations of the rules for colours and control sizes, which depend on CSS alone. */
export const findStyleViolations = (page: Page): Promise<string[]> =>
  runAxe(page, {}, { resultTypes, runOnly: [...colourRules, 'target-size'] });

/** Finds all violations in the light theme, and colour violations in the dark theme. Leaves the light theme on. */
export async function findViolationsInBothThemes(page: Page, part: PagePart = {}): Promise<string[]> {
  await switchTheme(page, 'dark');
  const darkViolations = await findColourViolations(page, part);
  await switchTheme(page, 'light');
  return [...darkViolations.map(each => `dark theme: ${each}`), ...(await findAccessibilityViolations(page, part))];
}

/** Switches the system's colour scheme, and waits for the app's theme. The theme follows some frames later. */
export async function switchTheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(scheme => {
    const { mantineColorScheme = scheme } = document.documentElement.dataset;
    return mantineColorScheme === scheme;
  }, colorScheme);
  await waitForTransitions(page);
}

async function runAxe(page: Page, { within, without }: PagePart, options: RunOptions): Promise<string[]> {
  // Contrast is lower during a fade-in.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // Loads axe once per page, since loading takes longer than checking a small overlay.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
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
