import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findCookiesToDelete, type SignInCookie } from './transaction-limits.ts';

const pending = (began: number, bytes = 300): SignInCookie => ({ name: `pending-${began}`, bytes, began });
const expired = (n: number): SignInCookie => ({ name: `expired-${n}`, bytes: 300, began: null });

describe('the sign-in cookies to delete for a new one', () => {
  it('are none below the limits', () => {
    assert.deepEqual(findCookiesToDelete([pending(1), pending(2), pending(3), pending(4)], 300), []);
  });

  it('are the oldest, in any order', () => {
    assert.deepEqual(findCookiesToDelete([pending(3), pending(1), pending(5), pending(2), pending(4)], 300), [
      'pending-1',
    ]);
    assert.deepEqual(findCookiesToDelete([pending(1, 3000), pending(2, 3000)], 3000), ['pending-1']);
  });

  it('are all expired ones', () => {
    assert.deepEqual(findCookiesToDelete([expired(1), pending(1), expired(2)], 300), ['expired-1', 'expired-2']);
  });

  it('are at most five, expired ones first', () => {
    const many = Array.from({ length: 9 }, (_, n) => expired(n));
    const deleted = findCookiesToDelete([...many, ...[1, 2, 3, 4, 5].map(began => pending(began))], 300);
    assert.equal(deleted.length, 5);
    assert.ok(deleted.every(name => name.startsWith('expired')));
  });
});
