import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { withApi } from '../testing/api.ts';
import type { RequestContent } from '../testing/request.ts';

const mebibyte = 1024 * 1024;
/** Returns the JSON of a ticket, with exactly this size in bytes. */
const ticket = (bytes: number) => `{"subject":"Large"${' '.repeat(bytes - 19)}}`;
/** Returns a stream, which is sent without Content-Length. */
const chunked = (text: string) => new Blob([text]).stream();
const nested = (depth: number) => `{"subject":"Deep","tags":${'['.repeat(depth - 1)}1${']'.repeat(depth - 1)}}`;

withApi(api => {
  const post = async (text: RequestContent, headers: Record<string, string> = {}) => {
    const response = await api().call('POST', '/v1/tickets', { text, headers });
    return { ...response, outcome: response.body.code ?? response.status };
  };

  describe('the size of a body', () => {
    it('201 up to 1 MiB and 413 above, with or without Content-Length or compression', async () => {
      const [fits, exceeds] = [ticket(mebibyte), ticket(mebibyte + 1)];
      assert.equal((await post(fits)).outcome, 201);
      assert.equal((await post(exceeds)).outcome, 41300);
      assert.equal((await post(chunked(fits))).outcome, 201);
      assert.equal((await post(chunked(exceeds))).outcome, 41300);
      for (const [coding, compress] of [
        ['gzip', gzipSync],
        ['deflate', deflateSync],
        ['BR', brotliCompressSync],
      ] as const) {
        const headers = { 'Content-Encoding': coding };
        assert.equal((await post(compress(fits), headers)).outcome, 201, coding);
        assert.equal((await post(compress(exceeds), headers)).outcome, 41300, coding);
      }
    });

    it('413 comes before 400 for invalid JSON', async () => {
      assert.equal((await post('x'.repeat(mebibyte + 1))).outcome, 41300);
    });
  });

  describe('the type of a body', () => {
    it('201 for any Content-Type that means JSON in UTF-8', async () => {
      for (const type of [
        'application/json',
        'APPLICATION/JSON;charset=UTF-8',
        'application/json; charset="utf-8"',
        'application/json; profile=x',
      ]) {
        assert.equal((await post(ticket(30), { 'Content-Type': type })).outcome, 201, type);
      }
    });

    it('415 with Accept for any other type or charset, even for a body that is too large', async () => {
      for (const type of [
        'text/plain',
        'text/json',
        'application/xml',
        'application/merge-patch+json',
        'application/json; charset=latin1',
        'application/json; charset=utf-16',
        'application',
      ]) {
        const { outcome, headers } = await post(ticket(mebibyte + 1), { 'Content-Type': type });
        assert.equal(outcome, 41500, type);
        assert.deepEqual([headers.get('accept'), headers.get('accept-patch')], ['application/json', null]);
      }
    });

    it('415 with Accept-Patch on PATCH, which also accepts a merge patch', async () => {
      const { body } = await api().call<{ url: string }>('POST', '/v1/tickets', { body: { subject: 'A' } });
      const patch = (type: string) => api().call('PATCH', body.url, { type, text: '{"subject":"B"}' });
      for (const type of ['application/json', 'application/merge-patch+json; charset=utf-8']) {
        assert.equal((await patch(type)).status, 200, type);
      }
      const { status, headers } = await patch('application/json-patch+json');
      assert.equal(status, 415);
      for (const name of ['accept', 'accept-patch']) {
        assert.equal(headers.get(name), 'application/json, application/merge-patch+json');
      }
    });

    it('415 with Accept-Encoding for an unsupported coding, 400 for a body that is not encoded as declared', async () => {
      const { outcome, headers } = await post(ticket(30), { 'Content-Encoding': 'zstd' });
      assert.deepEqual([outcome, headers.get('accept-encoding')], [41500, 'gzip, deflate, br, identity']);
      assert.equal((await post(ticket(30), { 'Content-Encoding': 'gzip' })).outcome, 40000);
    });
  });

  describe('the parser of JSON bodies', () => {
    it('400 with separate codes for a missing body, invalid UTF-8, invalid JSON and a value that is not an object', async () => {
      const none = await api().call('POST', '/v1/tickets');
      assert.deepEqual([none.status, none.body.code], [400, 40002]);
      for (const [code, body] of [
        [40002, ''],
        [40002, chunked('')],
        [40004, Uint8Array.of(0x7b, 0xff, 0x7d)],
        [40004, Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x7d, 0)],
        [40004, new Uint8Array(Buffer.from('{"subject":"Zürich"}', 'latin1'))],
        [40001, '{'],
        [40001, "{'subject':'x'}"],
        [40001, '{"subject":"x",}'],
        [40001, '{"subject":"x"} trailing'],
        [40001, '{"subject":NaN}'],
        [40001, '{"subject":"a\nb"}'],
        [40001, ' '],
        [40003, '[]'],
        [40003, 'null'],
        [40003, '"text"'],
        [40003, '1'],
      ] as const) {
        assert.equal((await post(body)).outcome, code, String(body));
      }
      assert.equal((await post(`\ufeff${ticket(30)}`)).outcome, 201, 'a byte order mark is ignored (RFC 8259 8.1)');
    });

    it('422 up to 32 levels of nesting, 400 above', async () => {
      assert.deepEqual([(await post(nested(32))).outcome, (await post(nested(33))).outcome], [42200, 40001]);
      assert.equal((await post(nested(200_000))).outcome, 40001);
    });
  });
});
