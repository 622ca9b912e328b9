import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHttpDate } from './http-date.ts';

const now = Date.UTC(2026, 10, 21);
const parse = (text: string) => {
  const time = parseHttpDate(text, now);
  return time === null ? null : new Date(time).toISOString();
};

describe('an HTTP-date', () => {
  it('is parsed in each of its three formats', () => {
    for (const text of [
      'Sun, 06 Nov 1994 08:49:37 GMT',
      'Sunday, 06-Nov-94 08:49:37 GMT',
      'Sun Nov  6 08:49:37 1994',
    ]) {
      assert.equal(parse(text), '1994-11-06T08:49:37.000Z', text);
    }
    assert.equal(parse('Sat Nov 21 00:00:00 2026'), '2026-11-21T00:00:00.000Z');
  });

  it('with a two-digit year is at most 50 years ahead', () => {
    assert.equal(parse('Saturday, 21-Nov-76 00:00:00 GMT'), '2076-11-21T00:00:00.000Z');
    assert.equal(parse('Monday, 21-Nov-77 00:00:00 GMT'), '1977-11-21T00:00:00.000Z');
  });

  it('is rejected with a day that does not exist, a different time zone or a different spelling', () => {
    for (const text of [
      '',
      '2030',
      'tomorrow',
      '2026-11-20T17:35:33Z',
      'Mon, 30 Feb 2026 00:00:00 GMT',
      'Mon, 00 Feb 2026 00:00:00 GMT',
      'Sun, 06 Nov 1994 24:00:00 GMT',
      'Sun, 06 Nov 1994 08:49:37 UTC',
      'Sun, 06 Nov 1994 08:49:37 +0000',
      'sun, 06 nov 1994 08:49:37 gmt',
      'Sun, 6 Nov 1994 08:49:37 GMT',
      ' Sun, 06 Nov 1994 08:49:37 GMT',
    ]) {
      assert.equal(parse(text), null, text);
    }
  });
});
