import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { forEachEngine } from '../testing/engines.ts';
import { appendEvents, diffFields } from './change-log.ts';

const entry = { type: 'gist.created', id: '1', version: 1, personId: '1', clientId: null, now: 0 } as const;

describe('the change log', () => {
  forEachEngine((database, openAgain) => {
    it('shows events in number order while several connections write', async () => {
      const other = openAgain();
      const order: number[] = [];
      const numbers = async () => {
        const rows = await database().read.selectFrom('events').select('n').orderBy('n').execute();
        return rows.map(({ n }) => n);
      };
      const writers = Array.from({ length: 40 }, async (_, index) => {
        await (index % 2 === 0 ? other : database()).transaction(async writes => {
          await appendEvents(writes, index % 3 === 0 ? [entry, entry] : [entry]);
          // The first writers stay in their transactions longest.
          for (let statement = index; statement < 40; statement += 10)
            await writes.selectFrom('events').select('n').limit(1).execute();
        });
        const seen = await numbers();
        assert.deepEqual(
          seen,
          seen.map((_, index) => index + 1),
        );
        order.push(seen.length);
      });
      await Promise.all(writers).finally(() => other.close());
      assert.equal((await numbers()).length, 54);
      assert.equal(order.length, 40);
    });
  });
});

describe('diffing two drafts', () => {
  it('lists the fields that differ, with null for a missing value', () => {
    const before = { subject: 'A', tags: ['a'], assignee_id: null, state: 'open' };
    assert.deepEqual(diffFields(before, { ...before, tags: ['a', 'b'], state: 'closed' }), {
      tags: { old: ['a'], new: ['a', 'b'] },
      state: { old: 'open', new: 'closed' },
    });
    assert.deepEqual(diffFields(null, before), {
      subject: { old: null, new: 'A' },
      tags: { old: null, new: ['a'] },
      state: { old: null, new: 'open' },
    });
    assert.deepEqual(diffFields({ a: 1, b: 2 }, { a: 1 }), { b: { old: 2, new: null } });
  });

  it('stores values up to 1 KiB, and length and digest of longer ones', () => {
    const fits = 'é'.repeat(512);
    const sha256 = createHash('sha256').update(`${fits}!`).digest('hex');
    assert.deepEqual(diffFields({ text: fits }, { text: `${fits}!` }), {
      text: { old: fits, new: { length: 1025, sha256 } },
    });
  });
});
