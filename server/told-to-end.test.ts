import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';

/** A process that holds something for ever. */
const program = `
  import { toldToEnd } from '${new URL('told-to-end.ts', import.meta.url)}';
  const told = toldToEnd(resources => console.log('it holds', resources.join()), 200);
  process.stdin.resume();
  console.log('ready');
  await told;
  console.log('told');
`;

it('a process that hangs when it is told to end says what it holds, and ends with 1', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  const closed = once(child, 'close');
  const said = text(child.stdout);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  assert.deepEqual(await closed, [1, null]);
  assert.match(await said, /^ready\ntold\nit holds .*PipeWrap/);
});
