import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseSearch, stringifySearch } from './search-params.ts';

describe('the format of search parameters', () => {
  it('leaves readable characters unescaped', () => {
    assert.equal(
      stringifySearch({ sort: '-priority,created_at', since: '2026-11-01T00:00:00Z', q: 'charged twice' }),
      '?sort=-priority,created_at&since=2026-11-01T00:00:00Z&q=charged+twice',
    );
  });

  it('omits undefined values, and returns an empty string if no parameter is left', () => {
    assert.equal(stringifySearch({ q: undefined }), '');
    assert.equal(stringifySearch({ q: undefined, tag: 'sso' }), '?tag=sso');
  });

  it('parses percent-encoded spaces and commas', () => {
    assert.deepEqual(parseSearch('?q=charged%20twice&sort=-priority%2Ccreated_at'), {
      q: 'charged twice',
      sort: '-priority,created_at',
    });
  });

  it('matches the encoding of a browser byte for byte', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1, unit: 'binary' }), fc.string({ unit: 'binary' })), search => {
        const query = stringifySearch(search);
        assert.equal(new URL(`http://desk/tickets${query}`).search, query);
        assert.deepEqual(parseSearch(query), { ...search });
      }),
    );
  });

  it('replaces lone surrogates', () => {
    assert.equal(stringifySearch({ q: '\ud800' }), '?q=%EF%BF%BD');
  });
});
