import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeExit, runServers } from './run-servers.mjs';
import { startServerProcess } from './server-process.mjs';

const listening = `
  const server = require('node:http').createServer((_, response) => response.end());
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
const graceful = `process.on('SIGTERM', () => { console.log('closing'); process.exit(); });`;

/**
 * Starts a small server and reads its port from its first line.
 * @param {string} program
 */
async function start(program) {
  /** @type {string[]} */
  const lines = [];
  /** @type {import('./server-process.mjs').ServerProcess | undefined} */
  let server;
  const port = await new Promise(resolve => {
    server = startServerProcess('server', ['-e', program], process.env, (_, line) => {
      lines.push(line);
      resolve(line);
    });
  });
  return {
    server: /** @type {import('./server-process.mjs').ServerProcess} */ (server),
    lines,
    url: `http://127.0.0.1:${port}/`,
  };
}

const never = new Promise(() => {});

describe('runServers', () => {
  it('calls onReady when all servers are ready, and stops all at an interrupt', async () => {
    const [first, second] = await Promise.all([start(graceful + listening), start(graceful + listening)]);
    /** @type {(event: 'interrupted') => void} */
    let interrupt = () => {};
    const interrupted = new Promise(resolve => {
      interrupt = resolve;
    });
    await runServers([first.server, second.server], {
      readyUrls: [first.url, second.url],
      interrupted,
      onReady: () => interrupt('interrupted'),
    });
    for (const { lines, server } of [first, second]) {
      assert.equal(lines.at(-1), 'closing');
      assert.deepEqual(await server.exited, { name: 'server', code: 0, signal: null });
    }
  });

  it('stops the other server if a server exits, and names the exited server', async () => {
    const other = await start(graceful + listening);
    const brief = startServerProcess('api', ['-e', 'process.exit(3)'], process.env, () => {});
    const running = runServers([brief, other.server], { readyUrls: [other.url], interrupted: never, onReady() {} });
    const stopCause = await running;
    assert.ok(stopCause !== 'interrupted');
    assert.equal(describeExit(stopCause), 'The api exited unexpectedly (exit code 3), so Stardesk has stopped.');
    assert.equal((await other.server.exited).code, 0);
  });

  it('returns "interrupted" for an exit that an interrupt caused', async () => {
    const brief = startServerProcess('api', ['-e', 'process.exit(3)'], process.env, () => {});
    const interrupted = brief.exited.then(() => /** @type {const} */ ('interrupted'));
    const stopCause = await runServers([brief], {
      readyUrls: ['http://127.0.0.1:1/'],
      interrupted,
      onReady: () => assert.fail('not ready'),
    });
    assert.equal(stopCause, 'interrupted');
  });
});
