import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { withApi } from '../testing/api.ts';

withApi(api => {
  /**
   * Sends exactly these headers, as `[name, value, …]`. Returns status, code and whether the rate limit is reported.
   */
  const send = async (path: string, headers: string[]): Promise<unknown[]> => {
    const { hostname: host, port } = new URL(api().url);
    const options = { host: toIpAddress(host), port, path, headers, setDefaultHeaders: false, agent: false };
    const clientRequest = request(options).end();
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
    const { code } = (await json(response)) as { code: number };
    return [response.statusCode, code, 'x-rate-limit-limit' in response.headers];
  };
  const toIpAddress = (name: string) => (name === 'localhost' ? '127.0.0.1' : name);
  const createHeaders = (bytes: number): string[] => {
    const required = ['Host', 'desk.example', 'Connection', 'close', 'X-Filler', ''];
    const used = required.reduce((sum, part) => sum + part.length + 2, 0);
    return [...required.slice(0, -1), 'x'.repeat(bytes - used)];
  };

  describe('the size of a request', () => {
    it('401 without a token for a URL of 8 KiB, 414 above 8 KiB', async () => {
      const createUrl = (bytes: number) => `/v1/tickets?q=${'x'.repeat(bytes - 14)}`;
      assert.deepEqual(await send(createUrl(8192), createHeaders(100)), [401, 40100, true]);
      assert.deepEqual(await send(createUrl(8193), createHeaders(100)), [414, 41400, true]);
      assert.equal((await send(createUrl(20_000), createHeaders(100)))[0], 414);
    });

    it('401 without a token for 16 KiB of headers, 431 above 16 KiB', async () => {
      assert.deepEqual(await send('/v1/tickets', createHeaders(16_384)), [401, 40100, true]);
      assert.deepEqual(await send('/v1/tickets', createHeaders(16_385)), [431, 43100, true]);
    });
  });
});
