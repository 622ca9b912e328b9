import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findEventsAfter, findEventsSince, type UpdateEvent } from './events.ts';

const event = (id: number): UpdateEvent => ({
  id: String(id),
  type: 'ticket.updated',
  resource: 'ticket',
  resource_id: '1042',
  ticket_id: '1042',
  version: 2,
  person_id: '1',
  created_at: new Date(id * 1000).toISOString(),
});

describe('findEventsAfter returns', () => {
  const latest = [event(9), event(8), event(5)];
  const full = Array.from({ length: 50 }, (_, index) => event(100 - index));
  const cases: [title: string, lastId: string, ids: string[] | null, page?: UpdateEvent[]][] = [
    ['events newer than the last known event', '5', ['9', '8']],
    ['no events if the last known event is the newest', '9', []],
    ['all events if the log was empty before', '', ['9', '8', '5']],
    ['null if the page lacks the last known event', '4', null],
    ['null if the log was empty before and now fills the page', '', null, full],
  ];
  for (const [title, lastId, ids, page = latest] of cases) {
    it(title, () => assert.deepEqual(findEventsAfter(page, lastId)?.map(({ id }) => id) ?? null, ids));
  }
});

describe('findEventsSince returns', () => {
  it('events at or after a time', () => {
    const latest = [event(9), event(8), event(5)];
    assert.deepEqual(
      findEventsSince(latest, 8000)?.map(({ id }) => id),
      ['9', '8'],
    );
  });

  it('null if all events of a full page are at or after the time', () => {
    const full = Array.from({ length: 50 }, (_, index) => event(100 - index));
    assert.equal(findEventsSince(full, 51_000), null);
    assert.equal(findEventsSince(full, 52_000)?.length, 49);
  });
});
