import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { withApi } from '../testing/api.ts';

type Headers = Record<string, string>;

withApi(api => {
  /** A ticket at version 2, updated ten seconds ago. */
  let ticket = { address: '', tag: '', zippedTag: '', date: 0 };
  before(async () => {
    const { clock, call } = api();
    clock.freeze();
    const address = (await call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Seen' } })).body.url;
    clock.advance(10_000);
    await call('PATCH', address, { body: { subject: 'Seen again' } });
    const plain = await call('GET', address);
    const zipped = await call('GET', address, { headers: { 'Accept-Encoding': 'gzip' } });
    const tagOf = ({ headers }: typeof plain) => headers.get('etag') ?? '';
    ticket = { address, tag: tagOf(plain), zippedTag: tagOf(zipped), date: clock.now() };
    assert.notEqual(ticket.zippedTag, ticket.tag);
    assert.equal(plain.headers.get('last-modified'), new Date(ticket.date).toUTCString());
    clock.advance(10_000);
  });

  const before1s = () => new Date(ticket.date - 1000).toUTCString();
  const sameSecond = () => new Date(ticket.date).toUTCString();
  const after1s = () => new Date(ticket.date + 1000).toUTCString();
  const obsolete = () => {
    const [, date = '', month, year = '', time] = sameSecond().split(' ');
    const day = new Date(ticket.date).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
    return {
      rfc850: `${day}, ${date}-${month}-${year.slice(2)} ${time} GMT`,
      asctime: `${day.slice(0, 3)} ${month} ${date.replace(/^0/, ' ')} ${time} ${year}`,
    };
  };

  const cases: [status: number, title: string, headers: () => Headers][] = [
    [304, 'If-None-Match with the tag', () => ({ 'If-None-Match': ticket.tag })],
    [304, 'If-None-Match with the tag of the other coding', () => ({ 'If-None-Match': ticket.zippedTag })],
    [304, 'If-None-Match with the tag as a weak tag', () => ({ 'If-None-Match': `W/${ticket.tag}` })],
    // A bare version would be the same in two API versions, whose bodies differ.
    [200, 'If-None-Match with the bare version', () => ({ 'If-None-Match': '"2"' })],
    [304, 'If-None-Match: *', () => ({ 'If-None-Match': '*' })],
    [
      304,
      'If-None-Match with a list that contains the tag',
      () => ({ 'If-None-Match': `, "9" ,,W/"a,b", ${ticket.tag},` }),
    ],
    [200, 'If-None-Match with other tags', () => ({ 'If-None-Match': '"1", W/"2.2026-01-01", "22"' })],
    [304, 'If-Modified-Since with its date', () => ({ 'If-Modified-Since': sameSecond() })],
    [304, 'If-Modified-Since with a later date', () => ({ 'If-Modified-Since': after1s() })],
    [200, 'If-Modified-Since with an earlier date', () => ({ 'If-Modified-Since': before1s() })],
    [304, 'If-Modified-Since in the format of RFC 850', () => ({ 'If-Modified-Since': obsolete().rfc850 })],
    [304, 'If-Modified-Since in the format of asctime', () => ({ 'If-Modified-Since': obsolete().asctime })],
    [200, 'If-Modified-Since with an invalid date', () => ({ 'If-Modified-Since': '2099-01-01T00:00:00Z' })],
    [200, 'If-Match with the tag', () => ({ 'If-Match': ticket.tag })],
    [200, 'If-Match: *', () => ({ 'If-Match': '*' })],
    [412, 'If-Match with an older version', () => ({ 'If-Match': '"1"' })],
    [412, 'If-Match with a weak tag', () => ({ 'If-Match': `W/${ticket.tag}` })],
    [200, 'If-Unmodified-Since with its date', () => ({ 'If-Unmodified-Since': sameSecond() })],
    [412, 'If-Unmodified-Since with an earlier date', () => ({ 'If-Unmodified-Since': before1s() })],
    [200, 'If-Unmodified-Since with an invalid date', () => ({ 'If-Unmodified-Since': 'yesterday' })],
    // RFC 9110 13.2.2: If-Match before If-Unmodified-Since, both before If-None-Match, that before If-Modified-Since.
    [
      200,
      'the tag and an earlier date in If-Unmodified-Since',
      () => ({ 'If-Match': '"2"', 'If-Unmodified-Since': before1s() }),
    ],
    [
      412,
      'another tag and a later date in If-Unmodified-Since',
      () => ({ 'If-Match': '"1"', 'If-Unmodified-Since': after1s() }),
    ],
    [412, 'If-Match that fails and If-None-Match', () => ({ 'If-Match': '"1"', 'If-None-Match': ticket.tag })],
    [304, 'If-Match that matches and If-None-Match', () => ({ 'If-Match': '"2"', 'If-None-Match': ticket.tag })],
    [
      412,
      'an earlier date in If-Unmodified-Since and If-None-Match',
      () => ({ 'If-Unmodified-Since': before1s(), 'If-None-Match': ticket.tag }),
    ],
    [200, 'another tag and an equal date', () => ({ 'If-None-Match': '"1"', 'If-Modified-Since': sameSecond() })],
    [304, 'the tag and an earlier date', () => ({ 'If-None-Match': ticket.tag, 'If-Modified-Since': before1s() })],
  ];

  describe('Last-Modified', () => {
    const send = async (method: 'GET' | 'POST' | 'PATCH', address: string, subject?: string) => {
      const { headers, body } = await api().call<Ticket>(method, address, subject ? { body: { subject } } : {});
      const [modified, date] = [headers.get('last-modified') ?? '', headers.get('date') ?? ''];
      return { url: body.url, modified: Date.parse(modified), date: Date.parse(date) };
    };

    it('is never later than Date, even when Node’s Date lags', async () => {
      api().clock.advance(60_000);
      const created = await send('POST', '/v1/tickets', 'Made');
      assert.ok(created.modified <= created.date);
      const changed = await send('PATCH', created.url, 'Changed');
      assert.ok(changed.modified <= changed.date);
      api().clock.advance(-60_000);
    });

    it('equals Date when a process whose clock is ahead changed the item', async () => {
      api().clock.advance(60_000);
      const { url } = await send('POST', '/v1/tickets', 'Made a minute from now');
      api().clock.advance(-60_000);
      const { modified, date } = await send('GET', url);
      assert.equal(modified, date);
    });
  });

  describe('GET and HEAD of an item', () => {
    for (const [status, title, headers] of cases) {
      it(`${status} for ${title}`, async () => {
        const read = await api().call('GET', ticket.address, { headers: headers() });
        assert.equal(read.status, status);
        const head = await api().call('HEAD', ticket.address, { headers: headers() });
        assert.deepEqual([head.status, head.text], [status, '']);
        if (status < 400) assert.equal(read.headers.get('etag'), ticket.tag);
      });
    }

    it('400 for a malformed list of tags, before other errors', async () => {
      for (const value of ['abc', '"a', 'W"a"', '"a" "b"', '', ',', '*, "a"', 'w/"2"', '"a b"']) {
        for (const name of ['If-None-Match', 'If-Match']) {
          const response = await api().call('GET', `${ticket.address}?unknown=1`, { headers: { [name]: value } });
          assert.deepEqual([response.status, response.body.code], [400, 40009], `${name}: ${value}`);
        }
      }
    });

    it('200 for an equal date within two seconds of the last change, since a second may contain two changes', async () => {
      const { clock, call } = api();
      clock.freeze();
      const { url } = (await call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Twice' } })).body;
      const headers = { 'If-Modified-Since': (await call('GET', url)).headers.get('last-modified') ?? '' };
      clock.advance(300);
      await call('PATCH', url, { body: { subject: 'Twice in a second' } });
      assert.equal((await call('GET', url, { headers })).status, 200);
      clock.advance(1999);
      assert.equal((await call('GET', url, { headers })).status, 200);
      clock.advance(1);
      assert.equal((await call('GET', url, { headers })).status, 304);
    });
  });
});
