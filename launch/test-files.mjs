import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.mjs';

/**
 * @param {string} folder
 * @param {string} part a folder below it
 * @returns {string[]} its node test files, relative to `folder`
 */
export function listTests(folder, part) {
  return listFiles(folder, part).filter(path => /\.test\.(ts|mjs)$/.test(path));
}

/**
 * @param {string} folder
 * @param {string[]} files
 * @returns {string[]} files with a hook outside every `describe`, which would apply to all files of a process
 */
export function findTopLevelHooks(folder, files) {
  const hook = /^(before|after|beforeEach|afterEach)\(/m;
  return files.filter(path => hook.test(readFileSync(join(folder, path), 'utf8')));
}

/**
 * Distributes files round-robin: neighbours, which tend to take equally long, go to different processes.
 * @param {string[]} files
 * @param {number} processes
 * @returns {string[][]} the files of each process; fewer processes if there are fewer files
 */
export function splitFiles(files, processes) {
  const shares = Array.from({ length: processes }, (_, process) =>
    files.filter((_file, index) => index % processes === process),
  );
  return shares.filter(share => share.length > 0);
}
