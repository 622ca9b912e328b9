import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withApi } from '../testing/api.ts';
import { measureCpuMilliseconds } from '../testing/cpu-time.ts';

/** Input that makes an ambiguous regular expression backtrack. */
const repeated = (text: string) => text.repeat(Math.floor(7900 / text.length));

withApi(api => {
  describe('a request crafted to make parsing slow', () => {
    it('takes less than five seconds of CPU time', async () => {
      const headers: Record<string, string>[] = [
        ...[',  ', ' ', ',', '"a" ', 'W/"', '"a",'].flatMap(part => [
          { 'If-None-Match': `"a"${repeated(part)}x` },
          { 'If-Match': `${repeated(part)}x` },
        ]),
        ...['\\"', '"', 'a"', ' ', ' = ', ';', ', '].map(part => ({ Prefer: `a=${repeated(part)}"x` })),
        ...[' ', '=', 'a='].map(part => ({ Authorization: `Bearer ${repeated(part)}!` })),
        ...[' ', ';', '"'].map(part => ({ 'Content-Type': `application/json${repeated(part)}` })),
      ];
      const put = (more: Record<string, string>) =>
        api().call('PUT', '/v1/tickets/slow', { headers: more, body: { subject: 'Slow' } });
      await put({});
      for (const each of headers)
        assert.ok((await measureCpuMilliseconds(() => put(each))) < 5000, JSON.stringify(each).slice(0, 60));
      const urls = ['/', '%2F', '/.', '?', '&', '=', '+', '-', ',', '.'].flatMap(part => [
        `/v1${repeated(part)}x`,
        `/v1/tickets?sort=${repeated(part)}x`,
        `/v1/tickets?created_since=${repeated(part)}x`,
        `/v1/tickets?customer_email=${repeated(part)}x`,
      ]);
      for (const url of urls) {
        const { href } = new URL(url.slice(0, 8100), api().url);
        assert.ok((await measureCpuMilliseconds(() => api().call('GET', href))) < 5000, url.slice(0, 60));
      }
    });
  });
});
