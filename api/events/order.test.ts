import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Event } from '#contract';
import { forEachApi, type TestApi } from '../testing/api.ts';

const writers = 6;

/** Writes a ticket, its messages and a gist in sequence. Returns the number of logged events. */
const write = async (call: TestApi['call'], name: string): Promise<number> => {
  const { body } = await call<{ id: string }>('POST', '/v1/tickets', { body: { subject: name } });
  let events = 1;
  const steps: [method: string, path: string, change: object, events: number][] = [
    ['PATCH', `/v1/tickets/${body.id}`, { subject: `${name} changed` }, 1],
    ['POST', `/v1/tickets/${body.id}/messages`, { body: name }, 1],
    ['PUT', `/v1/gists/${name}`, { files: { 'a.md': { content: name } } }, 1],
    ['PATCH', `/v1/gists/${name}`, { public: true }, 0],
    ['PATCH', `/v1/gists/${name}`, { description: name }, 1],
    ['PATCH', `/v1/tickets/${body.id}`, { state: 'closed' }, 1],
    ['POST', `/v1/tickets/${body.id}/messages`, { body: name, direction: 'in' }, 2],
  ];
  for (const [method, path, change, logged] of steps) {
    const response = await call(method, path, { body: change });
    assert.ok(response.status < 300, response.text);
    events += logged;
  }
  return events;
};

forEachApi(api => {
  describe('the change log while two API servers write', () => {
    it('200 never adds an event with a lower id than an event already returned', () =>
      api().withSecondApi(async callSecondApi => {
        let isOver = false;
        const seen = new Set<number>();
        const follow = async () => {
          for (let last = 0, rounds = 0; !isOver || rounds === 0; rounds++) {
            const { body } = await callSecondApi<Event[]>('GET', '/v1/events?per_page=100&fields=id&pretty=false');
            const ids = body.map(({ id }) => Number(id));
            assert.deepEqual(
              ids,
              [...ids].sort((left, right) => right - left),
            );
            assert.deepEqual(
              ids.filter(id => id < last && !seen.has(id)),
              [],
              'late events',
            );
            for (const id of ids) seen.add(id);
            last = Math.max(last, ...ids);
          }
        };
        const writing = Array.from({ length: writers }, (_, n) =>
          write(n % 2 === 0 ? api().call : callSecondApi, `w${n}`),
        );
        const following = follow();
        const written = await Promise.all(writing).finally(() => {
          isOver = true;
        });
        await following;
        const { headers } = await api().call('GET', '/v1/events?count=true&per_page=1');
        const total = written.reduce((sum, events) => sum + events, 0);
        assert.equal(headers.get('x-total-count'), String(total));
        const { body } = await api().call<Event[]>('GET', '/v1/events?per_page=100&fields=id');
        const numbers = body.map(({ id }) => Number(id)).reverse();
        assert.deepEqual(
          numbers,
          Array.from({ length: total }, (_, n) => n + 1),
          'no id is missing',
        );
      }));
  });
});
