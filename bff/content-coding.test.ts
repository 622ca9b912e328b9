import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Coding, chooseCoding } from './content-coding.ts';

describe('a coding is chosen by Accept-Encoding', () => {
  const wishes: [header: string | undefined, chosen: Coding][] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.1, gzip;q=1', 'gzip'],
    ['br ; q=0.5,gzip ;q=0.5', 'br'],
    ['gzip;q=0, br;q=0.000', 'identity'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', 'identity'],
    ['*;q=0, gzip', 'gzip'],
    ['identity', 'identity'],
    ['identity;q=1, br;q=0.5', 'identity'],
    ['identity;q=0.5, br;q=0.5', 'br'],
    ['identity;q=0', 'identity'],
    ['identity;q=0, *;q=0', 'identity'],
    ['br;q=much, gzip', 'gzip'],
    ['brotli, embryo, xgzip', 'identity'],
    [',,;q=1,', 'identity'],
  ];
  for (const [header, chosen] of wishes) {
    it(`${chosen} for ${header === undefined ? 'none' : `"${header}"`}`, () =>
      assert.equal(chooseCoding(header, ['br', 'gzip', 'identity']), chosen));
  }

  it('never one that is not there', () => assert.equal(chooseCoding('br', ['gzip', 'identity']), 'identity'));
});
