import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getCursor, parseLinks } from './link-header.ts';

describe('parseLinks', () => {
  it('returns the paging relations and ignores others', () => {
    const header =
      '<http://desk/api/tickets?sort=-priority%2Ccreated_at>; rel="first", <http://desk/api/tickets?cursor=b>; rel="next", <http://desk/help>; rel="help"';
    assert.deepEqual(parseLinks(header), {
      first: 'http://desk/api/tickets?sort=-priority%2Ccreated_at',
      next: 'http://desk/api/tickets?cursor=b',
    });
  });

  it('accepts several relations, without quotes, in any case, among other parameters', () => {
    assert.deepEqual(parseLinks('</a>; title="next, please"; REL="Next last"'), { next: '/a', last: '/a' });
    assert.deepEqual(parseLinks('</a>;rel=prev ; x'), { prev: '/a' });
  });

  it('accepts commas and semicolons in targets', () => {
    assert.deepEqual(parseLinks('</a?q=1,2;3>; rel="next"'), { next: '/a?q=1,2;3' });
  });

  it('returns the first target of a relation, and nothing without relations', () => {
    assert.deepEqual(parseLinks('</a>; rel="next", </b>; rel="next"'), { next: '/a' });
    assert.deepEqual(parseLinks(null), {});
    assert.deepEqual(parseLinks('</a>'), {});
  });
});

describe('the cursor of a link', () => {
  it('is found in absolute and relative links', () => {
    assert.equal(getCursor('http://desk/api/tickets?per_page=2&cursor=WyJi_-Q'), 'WyJi_-Q');
    assert.equal(getCursor('/api/tickets?cursor=x'), 'x');
  });

  it('is undefined without a link or without a cursor', () => {
    assert.equal(getCursor(undefined), undefined);
    assert.equal(getCursor('/api/tickets'), undefined);
  });
});
