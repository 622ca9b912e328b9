import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The Node that package.json pins, whichever Node runs this file. Absent until the first install. */
export const pinnedNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Where Node keeps what it has compiled: whatever starts a second time starts in half the time. */
export const compileCache = join(root, 'node_modules/.cache/node-compile');

/**
 * Removes the project's own programs from a PATH: npm must not run on the Node that it is about to replace.
 * @param {string} path
 */
export function withoutOwnPrograms(path) {
  return path
    .split(delimiter)
    .filter(folder => !/node_modules[\\/]\.bin[\\/]?$/.test(folder))
    .join(delimiter);
}
