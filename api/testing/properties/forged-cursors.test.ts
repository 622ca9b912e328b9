import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { forEachApi } from '../api.ts';
import { gistType, messageType, ticketType, viewType } from './resource-types.ts';

/** Decodes a cursor (JSON in base64url). Cursors are opaque to clients. */
const decode = (cursor: string): unknown[] => JSON.parse(Buffer.from(cursor, 'base64url').toString());
const encode = (parts: readonly unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

const values = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double(), fc.string(), fc.jsonValue({ maxDepth: 1 }));

forEachApi(api => {
  let lists: string[] = [];
  before(async () => {
    const [tickets = '', ...others] = await Promise.all(
      [ticketType, messageType, gistType, viewType].map(async kind => {
        const collection = await kind.collection(api());
        for (const text of ['One', 'Two']) {
          await api().call('POST', collection, {
            as: kind.as,
            body: { ...kind.otherMembers, [kind.textMember]: text },
          });
        }
        return `${collection}?per_page=1`;
      }),
    );
    lists = [
      tickets,
      `${tickets}&sort=-priority,closed_at`,
      ...others,
      '/v1/people?per_page=1',
      '/v1/events?per_page=1',
    ];
  });

  describe('a forged cursor', () => {
    it('400 or 200 for any value at any position of the cursor', async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.nat(4), values, async (which, at, value) => {
          const { links } = await api().call('GET', lists[which % lists.length] ?? '');
          const next = new URL(links['next'] ?? '');
          const parts = decode(next.searchParams.get('cursor') ?? '');
          next.searchParams.set('cursor', encode(Object.assign(parts, { [at]: value })));
          const { status, text } = await api().call('GET', next.href);
          assert.ok(status === 200 || status === 400, text);
        }),
        { numRuns: 60 },
      );
    });
  });
});
