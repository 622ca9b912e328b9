import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';

/**
 * @typedef {{ name: string, from: string, to: string }} Violation `to` leads all the way round when it is a cycle
 * @typedef {{ modules: number, violations: Violation[], unseen: string[], unread: string[] }} Directions
 */

/**
 * Checks who imports whom against the rules, and that the answer can be trusted: every source was seen, and imports were found
 * in each one that has any. A cruise that understands no TypeScript finds nothing wrong.
 * @param {string} folder
 * @param {string[]} sources the .ts and .tsx files to check, relative to the folder
 * @param {import('dependency-cruiser').IConfiguration} rules
 * @returns {Promise<Directions>} `unseen` and `unread`: sources that the cruise missed, and whose imports it missed
 */
export async function checkDirections(folder, sources, rules) {
  const { options, ...ruleSet } = rules;
  const { output } = await cruise(sources, { ...options, ruleSet, validate: true, baseDir: folder });
  if (typeof output === 'string') throw new TypeError('dependency-cruiser answered with text');
  const dependencies = new Map(output.modules.map(module => [module.source, module.dependencies.length]));
  return {
    modules: sources.filter(source => dependencies.has(source)).length,
    violations: output.summary.violations.map(({ from, to, cycle, rule }) => ({
      name: rule.name,
      from,
      to: cycle ? cycle.map(step => step.name).join(' → ') : to,
    })),
    unseen: sources.filter(source => !dependencies.has(source)),
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
 * @returns {string[]} what is wrong, a line each; empty when nothing is
 */
export function listFaults({ modules, violations, unseen, unread }) {
  return [
    ...(modules === 0 ? ['no module was seen at all'] : []),
    ...unseen.map(source => `${source} was not seen`),
    ...unread.map(source => `${source} has imports, but none was found`),
    ...violations.map(({ name, from, to }) => `${name}: ${from} → ${to}`),
  ];
}
