import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Gist } from '#contract';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  describe('POST /gists', () => {
    it('201 with size, language and type of each file; public by default', async () => {
      const files = { 'late.sql': { content: 'select ü' } };
      const { status, body } = await api().call<Gist>('POST', '/v1/gists', { body: { files } });
      const file = { content: 'select ü', size: 9, language: 'SQL', type: 'application/sql' };
      assert.deepEqual([status, body.files], [201, { 'late.sql': file }]);
      assert.deepEqual(
        [body.description, body.owner_id, body.public, body.version],
        ['', api().people.agent.id, true, 1],
      );
    });
  });

  describe('GET /gists?q=', () => {
    it('200 finds words in descriptions, file names and contents', async () => {
      const body = { description: 'Réfund', files: { 'walrus.md': { content: 'tusk ivory' } } };
      const { body: gist } = await api().call<Gist>('POST', '/v1/gists', { body });
      for (const [q, found] of [
        ['refund', [gist]],
        ['walrus', [gist]],
        ['"tusk ivory"', [gist]],
        ['walrus.md', [gist]],
        ['tus', []],
        ['tus*', [gist]],
        ['ivory wal*', [gist]],
        ['alrus*', []],
      ] as const) {
        assert.deepEqual((await api().call('GET', `/v1/gists?q=${encodeURIComponent(q)}`)).body, found, q);
      }
    });
  });
});
