import { parseArgs } from 'node:util';
import { ConfigError } from '#server/config-error';
import { readConfig } from '../config.ts';
import { RotationUnderWay, rotateKeyFile } from './rotate-session-keys.ts';
import { keyFileIn } from './session-key-file.ts';

const usage = `npm run session-keys -- rotate [--json]: has the cookies of signed-in people sealed with a new key.

Reads the same environment as the bff and works while it runs: every bff on this DATA_DIR takes the new key up at once, and
nobody is signed out. What the old keys sealed can be opened for 8 hours, the longest that a session lasts.
If a key may have leaked, remove session-keys.json and start the bff again: everybody has to sign in anew.`;

const keysInEnvironment = `SESSION_KEYS is set, so that is where the keys are. To rotate them and sign nobody out:
1. Add a new key (64 hexadecimal digits, as of "openssl rand -hex 32") behind the others, and start each bff again.
2. Once all of them know it, move it to the front, and start each bff again.
3. After 8 hours leave the old ones out.`;

/** What cannot be done as it was asked for, and what to do instead. */
class Refusal extends Error {}

/** Rotates, and tells until when the keys before open what they sealed. */
async function rotate(): Promise<{ path: string; opensUntil: string }> {
  const config = readConfig(process.env);
  if (config.sessionKeys) throw new Refusal(keysInEnvironment);
  const path = keyFileIn(config.dataDir);
  const [, before] = await rotateKeyFile(path, Date.now());
  return { path, opensUntil: new Date(before?.opensUntil ?? 0).toISOString() };
}

async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return usage;
  if (positionals.join(' ') !== 'rotate') throw new Refusal(usage);
  const { path, opensUntil } = await rotate();
  if (values.json) return JSON.stringify({ path, opens_until: opensUntil }, null, 2);
  return `A new key seals from now on. The one before opens what it sealed until ${opensUntil}.`;
}

/** What the administrator can act on. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'There is no session-keys.json in DATA_DIR yet: the bff makes it at its first start.';
  const expected = [ConfigError, Refusal, RotationUnderWay].some(kind => error instanceof kind);
  return expected || code ? error.message : (error.stack ?? error.message);
}

try {
  console.log(await run());
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
