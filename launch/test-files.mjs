import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './sources.mjs';

/**
 * @param {string} folder
 * @param {string} part a folder below it
 * @returns {string[]} its tests for `node --test`, relative to `folder`
 */
export function listTests(folder, part) {
  return listFiles(folder, part).filter(path => /\.test\.(ts|mjs)$/.test(path));
}

/**
 * @param {string} folder
 * @param {string[]} files
 * @returns {string[]} those with a hook outside of every `describe`: in a shared process it would hold for all files
 */
export function findLooseHooks(folder, files) {
  const hook = /^(before|after|beforeEach|afterEach)\(/m;
  return files.filter(path => hook.test(readFileSync(join(folder, path), 'utf8')));
}

/**
 * Deals files out like cards: neighbours, which tend to take as long, go to different hands.
 * @param {string[]} files
 * @param {number} hands
 * @returns {string[][]} none empty
 */
export function deal(files, hands) {
  const dealt = Array.from({ length: hands }, (_, hand) => files.filter((_file, place) => place % hands === hand));
  return dealt.filter(share => share.length > 0);
}
