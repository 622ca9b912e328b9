import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  getDelayUntilDue,
  getFirstOfEachTicket,
  getRetryDelay,
  getSendAfter,
  isExpired,
  isUndoable,
  type Outgoing,
  parseOutgoing,
} from './outgoing.ts';

const hourMilliseconds = 3_600_000;

const outgoing = (change: Partial<Outgoing> = {}): Outgoing => ({
  idempotencyKey: 'k-1',
  ticketId: '7',
  type: 'reply',
  body: 'Hello',
  files: [],
  recipients: null,
  mentions: [],
  sendAfter: null,
  held: null,
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

const recipients = { to: [{ name: 'Amélie', email: 'amelie@atelier.example' }], cc: [], bcc: [] };
const at = (milliseconds: number): string => new Date(milliseconds).toISOString();

describe('a mail', () => {
  const serverTime = 70_000;
  const cases: [title: string, change: Partial<Outgoing>, now: number, sendAfter: string | null][] = [
    ['is sent by the server five seconds after the undo period', {}, 0, at(serverTime + 10_000)],
    ['is sent five seconds after the undo period even if its first attempt was late', {}, 2000, at(serverTime + 8000)],
    ['is sent immediately if it can no longer be undone', {}, 5000, null],
    ['keeps its send time when it is sent again', { attemptedAt: 1, sendAfter: at(9) }, 2, at(9)],
    ['is sent immediately by a later attempt if the first attempt was immediate', { attemptedAt: 1 }, 2, null],
    ['has no send time without recipients', { recipients: { to: [], cc: [], bcc: [] } }, 0, null],
    ['has no send time if the message is a note', { type: 'note' }, 0, null],
  ];
  for (const [title, change, now, sendAfter] of cases) {
    it(title, () => assert.equal(getSendAfter(outgoing({ recipients, ...change }), now, serverTime), sendAfter));
  }

  it('can be undone until its first attempt, and while the server holds it', () => {
    const held = { messageId: '3', deliveryId: '4' };
    const messages = [{}, { attemptedAt: 1 }, { attemptedAt: 1, held }, { attemptedAt: 1, held, arrived: true }];
    assert.deepEqual(
      messages.map(change => isUndoable(outgoing(change))),
      [true, false, true, false],
    );
  });
});

describe('an outgoing message', () => {
  it('is due at its time, or immediately if the clock was set back', () => {
    assert.deepEqual(
      [0, 4999, 5000, 9000].map(now => getDelayUntilDue(outgoing(), now)),
      [5000, 1, 0, 0],
    );
    assert.equal(getDelayUntilDue(outgoing({ dueAt: 10 * hourMilliseconds }), 0), 0);
    assert.equal(getDelayUntilDue(outgoing({ dueAt: getRetryDelay(60) }), 0), 30_000, 'a retry is not early');
  });

  it('is retried with exponential backoff of at most 30 seconds', () => {
    assert.deepEqual([1, 2, 3, 6, 60].map(getRetryDelay), [1000, 2000, 4000, 30_000, 30_000]);
  });

  it('expires about 23 hours after its first attempt, or else after it was queued, unless the server has it', () => {
    assert.equal(isExpired(outgoing(), 22 * hourMilliseconds), false);
    assert.equal(isExpired(outgoing(), 24 * hourMilliseconds), true);
    assert.equal(isExpired(outgoing({ held: { messageId: '3', deliveryId: '4' } }), 24 * hourMilliseconds), false);
    assert.equal(isExpired(outgoing({ arrived: true }), 24 * hourMilliseconds), false);
    assert.equal(isExpired(outgoing({ attemptedAt: 20 * hourMilliseconds }), 24 * hourMilliseconds), false);
  });

  it('waits for earlier messages of its ticket', () => {
    const messages = [
      outgoing({ idempotencyKey: 'second', queuedAt: 2 }),
      outgoing({ idempotencyKey: 'other', ticketId: '8', queuedAt: 3 }),
      outgoing({ idempotencyKey: 'first', queuedAt: 1 }),
    ];
    assert.deepEqual(
      getFirstOfEachTicket(messages).map(({ idempotencyKey }) => idempotencyKey),
      ['first', 'other'],
    );
  });

  it('survives storing and parsing', () => {
    const files = [{ key: 'f', name: 'a.pdf', size: 5, type: '', copyOf: null, attachmentId: null }];
    const mail = outgoing({ files, recipients, sendAfter: at(10_000), held: { messageId: '3', deliveryId: '4' } });
    for (const message of [
      outgoing(),
      outgoing({ type: 'note', mentions: null }),
      outgoing({ type: 'note', mentions: ['3'] }),
      mail,
      outgoing({ attemptedAt: 3, problem: 'The desk is unreachable.', arrived: true, closes: true }),
    ]) {
      assert.deepEqual(parseOutgoing(JSON.parse(JSON.stringify(message))), message);
    }
  });

  it('parses to null without key, ticket, type or text', () => {
    for (const missing of ['idempotencyKey', 'ticketId', 'type', 'body'] as const) {
      assert.equal(parseOutgoing({ ...outgoing(), [missing]: undefined }), null);
    }
    fc.assert(fc.property(fc.jsonValue(), stored => assert.doesNotThrow(() => parseOutgoing(stored))));
  });
});
