import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatMarkdownTable, formatTextTable } from './table.ts';

const table = {
  heading: '10,000 tickets',
  columns: ['request', 'API req/s', 'aim'],
  rows: [
    ['one ticket', '9,000', 'ok'],
    ['a|b', '12,345', 'miss'],
  ],
};

describe('a table', () => {
  it('has a left-aligned first column and right-aligned other columns as text', () => {
    assert.equal(
      formatTextTable(table),
      [
        '10,000 tickets',
        '',
        'request     API req/s   aim',
        'one ticket      9,000    ok',
        'a|b            12,345  miss',
      ].join('\n'),
    );
  });

  it('is valid Markdown with escaped pipes', () => {
    assert.equal(
      formatMarkdownTable(table),
      [
        '**10,000 tickets**',
        '',
        '| request    | API req/s |  aim |',
        '| ---------- | --------: | ---: |',
        '| one ticket |     9,000 |   ok |',
        '| a\\|b       |    12,345 | miss |',
      ].join('\n'),
    );
  });
});
