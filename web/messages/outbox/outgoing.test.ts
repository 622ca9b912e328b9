import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { delayAfter, delayUntilDue, firstOfEach, isExpired, type Outgoing, readOutgoing } from './outgoing.ts';

const hour = 3_600_000;

const outgoing = (change: Partial<Outgoing> = {}): Outgoing => ({
  idempotencyKey: 'k-1',
  ticketId: '7',
  type: 'reply',
  body: 'Hello',
  closes: false,
  seenUntil: '',
  seenState: 'open',
  queuedAt: 0,
  dueAt: 5000,
  attemptedAt: null,
  failures: 0,
  problem: null,
  arrived: false,
  ...change,
});

describe('a message on its way', () => {
  it('is due at its time, and never later than half a minute from now, whatever the clock does', () => {
    assert.deepEqual(
      [0, 4999, 5000, 9000].map(now => delayUntilDue(outgoing(), now)),
      [5000, 1, 0, 0],
    );
    assert.equal(delayUntilDue(outgoing({ dueAt: 10 * hour }), 0), 30_000);
  });

  it('is tried again ever more rarely, at least twice a minute', () => {
    assert.deepEqual([1, 2, 3, 6, 60].map(delayAfter), [1000, 2000, 4000, 30_000, 30_000]);
  });

  it('is repeated for as long as the server knows its key, counted from its first attempt', () => {
    assert.equal(isExpired(outgoing(), 22 * hour), false);
    assert.equal(isExpired(outgoing(), 24 * hour), true);
    assert.equal(isExpired(outgoing({ attemptedAt: 20 * hour }), 24 * hour), false);
  });

  it('waits for those of its ticket that were sent before it', () => {
    const messages = [
      outgoing({ idempotencyKey: 'second', queuedAt: 2 }),
      outgoing({ idempotencyKey: 'other', ticketId: '8', queuedAt: 3 }),
      outgoing({ idempotencyKey: 'first', queuedAt: 1 }),
    ];
    assert.deepEqual(
      firstOfEach(messages).map(({ idempotencyKey }) => idempotencyKey),
      ['first', 'other'],
    );
  });

  it('is read as it was stored', () => {
    for (const message of [outgoing(), outgoing({ attemptedAt: 3, problem: 'away', arrived: true, closes: true })]) {
      assert.deepEqual(readOutgoing(JSON.parse(JSON.stringify(message))), message);
    }
  });

  it('is nothing without key, ticket, kind or text, whatever else is stored', () => {
    for (const missing of ['idempotencyKey', 'ticketId', 'type', 'body'] as const) {
      assert.equal(readOutgoing({ ...outgoing(), [missing]: undefined }), null);
    }
    fc.assert(fc.property(fc.jsonValue(), stored => assert.doesNotThrow(() => readOutgoing(stored))));
  });
});
