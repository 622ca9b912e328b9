import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The Node that package.json pins; a different Node may run this file. Missing until the first install. */
export const pinnedNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Folder of Node's compile cache, which halves the start time of a second start. */
export const compileCache = join(root, 'node_modules/.cache/node-compile');

/**
 * Removes node_modules/.bin from a PATH. npm must not run on the Node that it is about to replace.
 * @param {string} path
 */
export function removeProjectBinaries(path) {
  return path
    .split(delimiter)
    .filter(folder => !/node_modules[\\/]\.bin[\\/]?$/.test(folder))
    .join(delimiter);
}
