import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getCursor, type Links, parseLinks } from './link-header.ts';

describe('parseLinks', () => {
  const cases: [title: string, header: string | null, links: Links][] = [
    [
      'returns the paging relations only',
      '<http://desk/a?sort=-priority%2Cid>; rel="first", </a?cursor=b>; rel="next", <http://desk/help>; rel="help"',
      { first: 'http://desk/a?sort=-priority%2Cid', next: '/a?cursor=b' },
    ],
    [
      'accepts several relations in any letter case',
      '</a>; title="next, please"; REL="Next last"',
      { next: '/a', last: '/a' },
    ],
    ['accepts relations without quotes', '</a>;rel=prev ; x', { prev: '/a' }],
    ['accepts commas and semicolons in targets', '</a?q=1,2;3>; rel="next"', { next: '/a?q=1,2;3' }],
    ['returns the first target of a relation', '</a>; rel="next", </b>; rel="next"', { next: '/a' }],
    ['ignores a link without relations', '</a>', {}],
    ['returns no links if there is no header', null, {}],
  ];
  for (const [title, header, links] of cases) it(title, () => assert.deepEqual(parseLinks(header), links));
});

describe('getCursor', () => {
  it('returns the cursor of absolute and relative links, otherwise undefined', () => {
    assert.equal(getCursor('http://desk/api/tickets?per_page=2&cursor=WyJi_-Q'), 'WyJi_-Q');
    assert.equal(getCursor('/api/tickets?cursor=x'), 'x');
    assert.deepEqual([getCursor(undefined), getCursor('/api/tickets')], [undefined, undefined]);
  });
});
