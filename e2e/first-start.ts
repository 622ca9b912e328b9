import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnvironment, projectFolder } from '#server/testing/server-process';
import { administrator, type Person } from './people.ts';

/** A desk that `npm start` has started for the first time. */
type NewDesk = {
  url: string;
  /** The first account, with the email and password that `npm start` printed. */
  person: Person;
  stop(): Promise<void>;
};

/** Runs `npm start` for the first time, without sample data. @throws an error with the output if it exits */
export async function startForTheFirstTime(): Promise<NewDesk> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-e2e-'));
  const settings = { DATA_DIR: dataDir, PORT: '0', API_PORT: '0', SAMPLE_DATA: 'off' };
  // npm sets this variable, too. With it, the desk stops when this process exits.
  const env = childEnvironment({ ...settings, npm_lifecycle_event: 'start' });
  const child = spawn(process.execPath, ['start.mjs'], {
    cwd: projectFolder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let greeting = '';
  for await (const line of createInterface({ input: child.stdout })) {
    greeting += `${line}\n`;
    if (line.startsWith('Ctrl-C stops the desk')) break;
  }
  child.stdout.resume();
  const find = (name: string): string => {
    const [, value] = new RegExp(`^ *${name} +(\\S+)`, 'm').exec(greeting) ?? [];
    if (value === undefined) throw new Error(`npm start printed no line “${name}”:\n${greeting}`);
    return value;
  };
  return {
    url: find('Desk'),
    person: { ...administrator, email: find('Sign in'), password: find('Password') },
    async stop() {
      child.kill('SIGINT');
      await exited;
      await rm(dataDir, { recursive: true });
    },
  };
}
