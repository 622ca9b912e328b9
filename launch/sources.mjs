import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that tools create among the sources. */
const generated = new Set(['dist', 'results', 'node_modules']);

/**
 * @param {string} folder
 * @param {string} path a file or a folder below it
 * @returns {string[]} the file, or all files in the folder, relative to `folder` and with forward slashes
 */
export function listFiles(folder, path) {
  if (!statSync(join(folder, path)).isDirectory()) return [path];
  const names = readdirSync(join(folder, path)).filter(name => !generated.has(name));
  return names.flatMap(name => listFiles(folder, `${path}/${name}`));
}
