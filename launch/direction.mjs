import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';

/**
 * @typedef {{ name: string, from: string, to: string }} Violation `to`: the imported module, or all modules of a cycle
 * @typedef {{ modules: number, violations: Violation[], unchecked: string[], unread: string[] }} Directions
 */

/**
 * Checks all imports against the rules. Also checks that dependency-cruiser read every source: without a TypeScript
 * parser it reads no imports and reports no violations.
 * @param {string} folder
 * @param {string[]} sources the .ts and .tsx files to check, relative to the folder
 * @param {import('dependency-cruiser').IConfiguration} rules
 * @returns {Promise<Directions>} `unchecked`: sources not checked; `unread`: sources whose imports were not read
 */
export async function checkDirections(folder, sources, rules) {
  const { options, ...ruleSet } = rules;
  const { output } = await cruise(sources, { ...options, ruleSet, validate: true, baseDir: folder });
  if (typeof output === 'string') throw new TypeError('dependency-cruiser returned text');
  const dependencies = new Map(output.modules.map(module => [module.source, module.dependencies.length]));
  return {
    modules: sources.filter(source => dependencies.has(source)).length,
    violations: output.summary.violations.map(({ from, to, cycle, rule }) => ({
      name: rule.name,
      from,
      to: cycle ? cycle.map(step => step.name).join(' → ') : to,
    })),
    unchecked: sources.filter(source => !dependencies.has(source)),
    unread: sources.filter(
      source => dependencies.get(source) === 0 && hasImports(readFileSync(join(folder, source), 'utf8')),
    ),
  };
}

/** @param {string} text */
function hasImports(text) {
  return /^(import|export) [^;]*?from '/m.test(text) || /^import '/m.test(text);
}

/**
 * @param {Directions} directions
 * @returns {string[]} one line for each problem
 */
export function listProblems({ modules, violations, unchecked, unread }) {
  return [
    ...(modules === 0 ? ['no module was checked'] : []),
    ...unchecked.map(source => `${source} was not checked`),
    ...unread.map(source => `${source} has imports, but none were read`),
    ...violations.map(({ name, from, to }) => `${name}: ${from} → ${to}`),
  ];
}
