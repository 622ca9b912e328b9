import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What tools make inside the folders of the sources. */
const made = new Set(['dist', 'results', 'node_modules']);

/**
 * @param {string} folder
 * @param {string} path a file or a folder below it
 * @returns {string[]} the file, or every file within, relative to `folder` and with forward slashes
 */
export function listFiles(folder, path) {
  if (!statSync(join(folder, path)).isDirectory()) return [path];
  const names = readdirSync(join(folder, path)).filter(name => !made.has(name));
  return names.flatMap(name => listFiles(folder, `${path}/${name}`));
}
