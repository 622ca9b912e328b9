import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findEventsSince, type UpdateEvent } from './events.ts';

const event = (id: number): UpdateEvent => ({
  id: String(id),
  type: 'ticket.updated',
  resource: 'ticket',
  resource_id: '1042',
  ticket_id: '1042',
  version: 2,
  person_id: '1',
});

const idsOf = (events: UpdateEvent[] | null) => events?.map(({ id }) => id);

describe('the events since the last one', () => {
  const latest = [event(9), event(8), event(5)];

  it('are the newer ones', () => {
    assert.deepEqual(idsOf(findEventsSince(latest, '5')), ['9', '8']);
    assert.deepEqual(idsOf(findEventsSince(latest, '9')), []);
  });

  it('are all events of a log that was empty', () => {
    assert.deepEqual(idsOf(findEventsSince(latest, '')), ['9', '8', '5']);
  });

  it('are unknown if the last one is not in the page', () => {
    assert.equal(findEventsSince(latest, '4'), null);
    const full = Array.from({ length: 50 }, (_, index) => event(100 - index));
    assert.equal(findEventsSince(full, ''), null);
  });
});
