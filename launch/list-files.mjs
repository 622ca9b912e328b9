import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that tools create among the sources, by name or by path. */
const generated = new Set(['dist', 'node_modules', 'e2e/results']);

/**
 * @param {string} folder
 * @param {string} path a file or a folder below it
 * @returns {string[]} the file, or all files in the folder, relative to `folder` and with forward slashes
 */
export function listFiles(folder, path) {
  if (!statSync(join(folder, path)).isDirectory()) return [path];
  const names = readdirSync(join(folder, path)).filter(name => !generated.has(name));
  const paths = names.map(name => `${path}/${name}`).filter(each => !generated.has(each));
  return paths.flatMap(each => listFiles(folder, each));
}
