import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';

const program = `
  import { listenForInterrupt } from ${JSON.stringify(new URL('interrupt.mjs', import.meta.url).href)};
  const interrupted = listenForInterrupt(process.env);
  setInterval(() => {}, 1000);
  process.stdin.once('data', () => process.exit());
  console.log(process.pid);
  console.log(await interrupted);`;

/** Starts the program as the child of a shell that does not exec it. */
function startBelowShell() {
  const node = [process.execPath, '--input-type=module', '--eval', program];
  const shell = spawn('sh', ['-c', '"$0" "$@"; exit $?', ...node], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { shell, lines: createInterface({ input: shell.stdout }) };
}

describe('listenForInterrupt', () => {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    it(`resolves at ${signal} and ignores a second signal`, async () => {
      const { shell, lines } = startBelowShell();
      const [pid] = await once(lines, 'line');
      process.kill(Number(pid), signal);
      assert.deepEqual(await once(lines, 'line'), ['interrupted']);
      process.kill(Number(pid), signal);
      shell.stdin.write('end');
      assert.deepEqual(await once(shell, 'exit'), [0, null]);
    });
  }

  it('resolves if the shell between npm and the program exits', async () => {
    const { shell, lines } = startBelowShell();
    const [pid] = await once(lines, 'line');
    shell.kill('SIGTERM');
    assert.deepEqual(await once(lines, 'line'), ['interrupted']);
    process.kill(Number(pid), 'SIGKILL');
  });
});
