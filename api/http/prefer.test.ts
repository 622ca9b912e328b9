import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { withApi } from '../testing/api.ts';

const minimalPreferences = [
  ...['return=minimal', 'respond-async, return=minimal;why="a, b"', 'Return = "minimal"'],
  ...['handling=lenient,return=minimal, wait=10', 'return=minimal, return=representation'],
];

const otherPreferences = [
  ...['return=representation', 'return=representation, return=minimal', 'return', 'returned=minimal', '"', ',;='],
  ...['x="return=minimal, return=minimal"', 'respond-async; return=minimal', 'return=minimally'],
];

withApi(api => {
  const put = (id: string, prefer: string, subject: string) =>
    api().call<Ticket>('PUT', `/v1/tickets/${id}`, { headers: { Prefer: prefer }, body: { subject } });
  before(() => put('stored', '', 'First'));

  describe('PUT with Prefer', () => {
    it('204 for return=minimal, and the resource is replaced', async () => {
      for (const [n, prefer] of minimalPreferences.entries()) {
        const { status, text, headers } = await put('stored', prefer, `Minimal ${n}`);
        assert.deepEqual([status, text, headers.get('preference-applied')], [204, '', 'return=minimal'], prefer);
        for (const name of ['etag', 'last-modified', 'content-type']) assert.equal(headers.get(name), null);
        assert.equal((await api().call<Ticket>('GET', '/v1/tickets/stored')).body.subject, `Minimal ${n}`);
      }
    });

    it('200 with the representation for any other preference; 201 for return=minimal when the PUT creates', async () => {
      for (const [id, prefer, expected] of [
        ...otherPreferences.map(prefer => ['stored', prefer, 200] as const),
        ['created', 'return=minimal', 201] as const,
      ]) {
        const { status, body, headers } = await put(id, prefer, prefer);
        assert.deepEqual([status, body.subject, headers.get('preference-applied')], [expected, prefer, null]);
        assert.equal(headers.get('location'), status === 201 ? body.url : null);
      }
    });
  });
});
