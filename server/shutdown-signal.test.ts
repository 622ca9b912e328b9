import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';

/** A process with a handle that never closes. */
const program = `
  import { waitForShutdownSignal } from '${new URL('shutdown-signal.ts', import.meta.url)}';
  const shutdown = waitForShutdownSignal(resources => console.log('open handles', resources.join()), 200);
  process.stdin.resume();
  console.log('ready');
  await shutdown;
  console.log('stopping');
`;

it('a shutdown that times out reports the open handles and exits with 1', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  const closed = once(child, 'close');
  const output = text(child.stdout);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  assert.deepEqual(await closed, [1, null]);
  assert.match(await output, /^ready\nstopping\nopen handles .*PipeWrap/);
});
