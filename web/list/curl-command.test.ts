import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatCurlCommand } from './curl-command.ts';

/** Runs commands in a shell with a fake curl. Returns the arguments of each call. */
function runCommands(commands: readonly string[]): string[][] {
  const script = ["curl() { printf '%s\\0' \"$@\"; printf '\\0'; }", ...commands].join('\n');
  const printed = execFileSync('sh', ['-c', script], { env: { TOKEN: 'secret' }, encoding: 'utf8' });
  return printed
    .split('\0\0')
    .slice(0, -1)
    .map(call => call.split('\0'));
}

describe('the curl command of a list', () => {
  it('passes any URL and the token through a real shell unchanged', () => {
    const substituted = ["it's", "'''", '"', '\\', '`id`', '$(touch x)', '$TOKEN'];
    const special = ['!!', '*', '; ls', '&', '#', 'a\nb', '€ 💶'];
    const sampled = fc.sample(fc.string({ unit: 'grapheme', minLength: 1 }), 200).filter(text => !text.includes('\0'));
    const urls = [...substituted, ...special, ...sampled].map(text => `http://localhost:4000/v1/tickets?q=${text}`);
    assert.deepEqual(
      runCommands(urls.map(formatCurlCommand)),
      urls.map(url => ['-s', '-H', 'Authorization: Bearer secret', url]),
    );
  });
});
