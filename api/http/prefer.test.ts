import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { withApi } from '../testing/api.ts';

const whole = (subject: string) => ({ subject });

withApi(api => {
  describe('PUT with Prefer', () => {
    it('204 for return=minimal, and the resource is replaced', async () => {
      const { url } = (await api().call<Ticket>('POST', '/v1/tickets', { body: whole('First') })).body;
      const minimal = [
        'return=minimal',
        'respond-async, return=minimal;why="a, b"',
        'Return = "minimal"',
        'handling=lenient,return=minimal, wait=10',
        'return=minimal, return=representation',
      ];
      for (const [n, prefer] of minimal.entries()) {
        const body = whole(`Minimal ${n}`);
        const response = await api().call('PUT', url, { headers: { Prefer: prefer }, body });
        assert.deepEqual([response.status, response.text], [204, ''], prefer);
        assert.equal(response.headers.get('preference-applied'), 'return=minimal');
        for (const name of ['etag', 'last-modified', 'content-type']) assert.equal(response.headers.get(name), null);
        assert.equal((await api().call<Ticket>('GET', url)).body.subject, body.subject);
      }
    });

    it('200 with the representation for any other preference', async () => {
      const { url } = (await api().call<Ticket>('POST', '/v1/tickets', { body: whole('First') })).body;
      for (const prefer of [
        'return=representation',
        'return=representation, return=minimal',
        'return',
        'returned=minimal',
        'x="return=minimal, return=minimal"',
        'respond-async; return=minimal',
        'return=minimally',
        '"',
        ',;=',
      ]) {
        const response = await api().call<Ticket>('PUT', url, { headers: { Prefer: prefer }, body: whole(prefer) });
        assert.deepEqual([response.status, response.body.subject], [200, prefer]);
        assert.equal(response.headers.get('preference-applied'), null);
      }
    });

    it('201 with the representation for any preference when it creates', async () => {
      const headers = { Prefer: 'return=minimal' };
      const response = await api().call<Ticket>('PUT', '/v1/tickets/made', { headers, body: whole('Made') });
      assert.deepEqual([response.status, response.body.subject], [201, 'Made']);
      assert.equal(response.headers.get('location'), response.body.url);
      assert.equal(response.headers.get('preference-applied'), null);
    });
  });
});
