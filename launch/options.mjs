import { parseArgs } from 'node:util';
import { LaunchError } from './launch-error.mjs';

/**
 * Parses a command's options; `--help` prints the usage and exits.
 * @template {Record<string, { type: 'string' | 'boolean' }>} Options
 * @param {string[]} args
 * @param {string} usage
 * @param {Options} options
 * @throws {LaunchError} for an unknown option, a missing value or an unexpected argument
 */
export function readOptions(args, usage, options) {
  try {
    const { values } = parseArgs({ args, options: { ...options, help: { type: 'boolean', short: 'h' } } });
    if (!('help' in values)) return values;
  } catch (error) {
    throw new LaunchError(`${/** @type {Error} */ (error).message}\n\n${usage}`);
  }
  console.log(usage);
  process.exit();
}
