import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { withApi } from '../testing/api.ts';

type Reply = { status: number | undefined; code: number; rates: boolean };

withApi(api => {
  /** Sends exactly these headers, as `[name, value, …]`. */
  const send = async (path: string, headers: string[]): Promise<Reply> => {
    const { hostname: host, port } = new URL(api().url);
    const sent = request({ host: toAddress(host), port, path, headers, setDefaultHeaders: false, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { code } = (await json(response)) as { code: number };
    return { status: response.statusCode, code, rates: 'x-rate-limit-limit' in response.headers };
  };
  const toAddress = (name: string) => (name === 'localhost' ? '127.0.0.1' : name);
  const fields = (bytes: number): string[] => {
    const needed = ['Host', 'desk.example', 'Connection', 'close', 'X-Filler', ''];
    const used = needed.reduce((sum, part) => sum + part.length + 2, 0);
    return [...needed.slice(0, -1), 'x'.repeat(bytes - used)];
  };

  describe('the size of a request', () => {
    it('401 for a URL of 8 KiB, 414 for one byte more', async () => {
      const address = (bytes: number) => `/v1/tickets?q=${'x'.repeat(bytes - 14)}`;
      assert.deepEqual(await send(address(8192), fields(100)), { status: 401, code: 40100, rates: true });
      assert.deepEqual(await send(address(8193), fields(100)), { status: 414, code: 41400, rates: true });
      assert.equal((await send(address(20_000), fields(100))).status, 414);
    });

    it('401 for 16 KiB of headers, 431 for one byte more', async () => {
      assert.deepEqual(await send('/v1/tickets', fields(16_384)), { status: 401, code: 40100, rates: true });
      assert.deepEqual(await send('/v1/tickets', fields(16_385)), { status: 431, code: 43100, rates: true });
    });
  });
});
