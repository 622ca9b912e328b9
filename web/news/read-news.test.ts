import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type NewsEvent, since } from './read-news.ts';

const event = (id: number): NewsEvent => ({
  id: String(id),
  type: 'ticket.updated',
  resource: 'ticket',
  resource_id: '1042',
  ticket_id: '1042',
  version: 2,
  person_id: '1',
});

const idsOf = (events: NewsEvent[] | null) => events?.map(({ id }) => id);

describe('what happened since an event', () => {
  const latest = [event(9), event(8), event(5)];

  it('is what is newer', () => {
    assert.deepEqual(idsOf(since(latest, '5')), ['9', '8']);
    assert.deepEqual(idsOf(since(latest, '9')), []);
  });

  it('is everything where there had been nothing', () => {
    assert.deepEqual(idsOf(since(latest, '')), ['9', '8', '5']);
  });

  it('cannot be told where that one is too long ago', () => {
    assert.equal(since(latest, '4'), null);
    const full = Array.from({ length: 50 }, (_, index) => event(100 - index));
    assert.equal(since(full, ''), null);
  });
});
