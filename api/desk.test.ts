import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('desk.ts', import.meta.url));

type Outcome = { code: number | null; out: string; said: string };

/** Runs the command line on a data directory. */
const desk = async (dataDir: string, ...words: string[]): Promise<Outcome> => {
  const child = spawn(process.execPath, [program, ...words], { env: { DATA_DIR: dataDir }, timeout: 30_000 });
  const closed = once(child, 'close');
  const [out, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await closed) as [number | null];
  return { code, out, said };
};

describe('npm run desk', () => {
  let parent = '';
  let dataDir = '';
  const run = (...words: string[]) => desk(dataDir, ...words);
  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'stardesk-desk-'));
    dataDir = join(parent, 'not-there-yet');
  });
  after(() => rm(parent, { recursive: true }));

  it('--help names every command, and each has a --help of its own', async () => {
    const { code, out } = await run('--help');
    assert.equal(code, 0);
    for (const name of ['people', 'clients', 'tokens', 'keys', 'sample', 'migrate']) {
      assert.match(out, new RegExp(`^ {2}${name}\\b`, 'm'));
      const own = await run(name, '--help');
      assert.equal(own.code, 0);
      assert.match(own.out, new RegExp(`^Usage: desk ${name}`));
    }
  });

  it('makes the store it is pointed at', async () => {
    assert.match((await run('migrate')).out, /^Applied 0001-people\.$/m);
    assert.equal((await run('migrate')).out, 'Nothing to do.\n');
  });

  it('people add prints a password it made up, this once', async () => {
    const { code, out } = await run('people', 'add', 'mara@desk.example', '--name', 'Mara Okafor', '--role', 'agent');
    assert.equal(code, 0);
    assert.match(out, /^Added Mara Okafor <mara@desk\.example> as agent\.\nPassword: [\w-]{16}\n$/);
    const listed = await run('people', 'list', '--json');
    const [person] = JSON.parse(listed.out) as Record<string, unknown>[];
    assert.deepEqual(person, {
      id: '1',
      name: 'Mara Okafor',
      email: 'mara@desk.example',
      role: 'agent',
      disabled: false,
    });
  });

  it('people add --password prints no password', async () => {
    const { out } = await run('people', 'add', 'jo@desk.example', '--name', 'Jo', '--password', 'correct horse');
    assert.equal(out, 'Added Jo <jo@desk.example> as agent.\n');
  });

  it('people set-role, disable and set-password say what they did', async () => {
    assert.equal(
      (await run('people', 'set-role', 'jo@desk.example', 'viewer')).out,
      'jo@desk.example is now viewer.\n',
    );
    assert.match((await run('people', 'disable', 'JO@desk.example')).out, /^jo@desk\.example can no longer sign in/);
    const changed = await run('people', 'set-password', 'mara@desk.example', '--json');
    assert.match((JSON.parse(changed.out) as { password: string }).password, /^[\w-]{16}$/);
  });

  it('ends with 1 and a sentence that says what to do, and changes nothing', async () => {
    const before = (await run('people', 'list', '--json')).out;
    const cases: [string[], RegExp][] = [
      [
        ['people', 'add', 'mara@desk.example', '--name', 'Twin'],
        /is there already; "desk people list" shows everybody\.\n$/,
      ],
      [['people', 'add', 'nonsense', '--name', 'X'], /email is not an e-mail address\n$/],
      [['people', 'add', 'x@desk.example', '--name', 'X', '--password', 'short'], /at least 10 characters\.\n$/],
      [['people', 'add', 'x@desk.example', '--name', 'X', '--role', 'boss'], /viewer, agent, admin/],
      [['people', 'disable', 'nobody@desk.example'], /Nobody has the address nobody@desk\.example/],
      [['people', 'set-role', 'mara@desk.example', 'boss'], /There is no role "boss"/],
      [
        ['tokens', 'create', '--person', 'mara@desk.example', '--scope', 'tickets:eat'],
        /There is no scope "tickets:eat"/,
      ],
      [['nonsense'], /unknown command/],
    ];
    for (const [words, sentence] of cases) {
      const { code, said, out } = await run(...words);
      assert.match(said, sentence, words.join(' '));
      assert.doesNotMatch(said, /\n {4}at /, words.join(' '));
      assert.deepEqual([code, out], [1, ''], words.join(' '));
    }
    assert.equal((await run('people', 'list', '--json')).out, before);
  });
});
