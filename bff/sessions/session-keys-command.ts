import { parseArgs } from 'node:util';
import { ConfigError } from '#server/config-error';
import { readBffConfig } from '../config.ts';
import { RotationInProgressError, rotateKeyFile } from './rotate-session-keys.ts';
import { getKeyFilePath } from './session-key-file.ts';

const usage = `npm run session-keys -- rotate [--json]: seals session cookies with a new key.

Reads the same environment as the bff and works while the bff runs: every bff with this DATA_DIR uses the new key
immediately, and no one is signed out. The old keys open existing cookies for 8 hours. By then, all their sessions have
ended.
If a key may have leaked, delete session-keys.json and restart the bff: everyone has to sign in again.`;

const keysInEnvironment = `SESSION_KEYS is set, so this command cannot rotate the keys. To rotate them without signing anyone out:
1. Append a new key ("openssl rand -hex 32") to SESSION_KEYS and restart each bff.
2. When every bff has the new key, move that key to the front and restart each bff.
3. After 8 hours, remove the old keys.`;

/** An invalid call of this command; the message explains what to do instead. */
class UsageError extends Error {}

/** Rotates the keys. Returns the key file, and the time until which the previous key opens cookies. */
async function rotate(): Promise<{ path: string; opensUntil: string }> {
  const config = readBffConfig(process.env);
  if (config.sessionKeys) throw new UsageError(keysInEnvironment);
  const path = getKeyFilePath(config.dataDir);
  const [, before] = await rotateKeyFile(path, Date.now());
  return { path, opensUntil: new Date(before?.opensUntil ?? 0).toISOString() };
}

async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return usage;
  if (positionals.join(' ') !== 'rotate') throw new UsageError(usage);
  const { path, opensUntil } = await rotate();
  if (values.json) return JSON.stringify({ path, opens_until: opensUntil }, null, 2);
  return `Added a new key. The previous key opens existing cookies until ${opensUntil}.`;
}

/** Formats an error for the administrator. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'DATA_DIR has no session-keys.json yet: the bff creates it at its first start.';
  const expected = [ConfigError, UsageError, RotationInProgressError].some(kind => error instanceof kind);
  return expected || code ? error.message : (error.stack ?? error.message);
}

try {
  console.log(await run());
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
