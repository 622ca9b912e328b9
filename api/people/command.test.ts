import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runDeskInProcess } from '../testing/run-desk.ts';

describe('desk people', () => {
  let dataDir = '';
  const run = (...args: string[]) => runDeskInProcess(dataDir, args);
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-people-'));
  });
  after(() => rm(dataDir, { recursive: true }));

  it('add prints a generated password once', async () => {
    const args = ['people', 'add', 'mara@desk.example', '--name', 'Mara Okafor', '--role', 'agent'];
    const { status, stdout } = await run(...args);
    assert.equal(status, 0);
    assert.match(stdout, /^Added Mara Okafor <mara@desk\.example> as agent\.\nPassword: [\w-]{16}\n$/);
    const listed = await run('people', 'list', '--json');
    const mara = { id: '1', name: 'Mara Okafor', email: 'mara@desk.example', role: 'agent', disabled: false };
    assert.deepEqual(JSON.parse(listed.stdout), [mara]);
  });

  it('add does not print a password from --password or --password-stdin', async () => {
    for (const [name, ...option] of [
      ['Jo', '--password', 'correct horse'],
      ['Kim', '--password-stdin'],
    ] as const) {
      const args = ['people', 'add', `${name.toLowerCase()}@desk.example`, '--name', name, ...option];
      const { stdout } = await runDeskInProcess(dataDir, args, { input: 'correct horse\n' });
      assert.equal(stdout, `Added ${name} <${name.toLowerCase()}@desk.example> as agent.\n`);
    }
  });

  it('set-role, set-name, set-email, disable, enable and set-password print the change', async () => {
    const cases: [args: string[], output: string][] = [
      [['set-role', 'jo@desk.example', 'viewer'], 'jo@desk.example is now viewer.'],
      [['set-name', 'jo@desk.example', 'Jo Ann'], 'Renamed jo@desk.example to Jo Ann.'],
      [['set-email', 'jo@desk.example', 'joann@desk.example'], 'jo@desk.example now signs in as joann@desk.example.'],
      [
        ['set-email', 'joann@desk.example', 'JoAnn@desk.example'],
        'joann@desk.example now signs in as JoAnn@desk.example.',
      ],
      [['disable', 'JOANN@desk.example'], 'JoAnn@desk.example can no longer sign in and is signed out everywhere.'],
      [
        ['set-role', 'joann@desk.example', 'agent'],
        'JoAnn@desk.example is now agent but still disabled; run "desk people enable" to let them sign in.',
      ],
      [['enable', 'joann@desk.example'], 'JoAnn@desk.example can sign in again as agent.'],
    ];
    for (const [args, output] of cases) assert.equal((await run('people', ...args)).stdout, `${output}\n`);
    const all = JSON.parse((await run('people', 'list', '--json')).stdout) as { name: string }[];
    const jo = { id: '2', name: 'Jo Ann', email: 'JoAnn@desk.example', role: 'agent', disabled: false };
    assert.deepEqual(
      all.find(({ name }) => name === 'Jo Ann'),
      jo,
    );
    const changed = await run('people', 'set-password', 'mara@desk.example', '--json');
    assert.match((JSON.parse(changed.stdout) as { password: string }).password, /^[\w-]{16}$/);
  });

  it('warns when the last administrator is disabled or demoted', async () => {
    const runAndCheckWarning = async (...args: string[]) => {
      const { status, stderr } = await run('people', ...args);
      assert.equal(status, 0);
      return /^This desk has no enabled administrator with a password. Run "desk people set-role <email> admin"/.test(
        stderr,
      );
    };
    assert.equal(await runAndCheckWarning('set-role', 'mara@desk.example', 'admin'), false);
    assert.equal(await runAndCheckWarning('disable', 'mara@desk.example'), true);
    assert.equal(await runAndCheckWarning('enable', 'mara@desk.example'), false);
    assert.equal(await runAndCheckWarning('set-role', 'kim@desk.example', 'admin'), false);
    assert.equal(await runAndCheckWarning('set-role', 'mara@desk.example', 'agent'), false);
    const { stderr, stdout } = await run('people', 'set-role', 'kim@desk.example', 'agent', '--json');
    assert.match(stderr, /^This desk has no enabled administrator with a password/);
    assert.partialDeepStrictEqual(JSON.parse(stdout), { email: 'kim@desk.example', role: 'agent' });
  });

  it('an invalid command exits with 1, prints the reason and changes nothing', async () => {
    const before = (await run('people', 'list', '--json')).stdout;
    const cases: [string[], RegExp][] = [
      [
        ['people', 'add', 'mara@desk.example', '--name', 'Twin'],
        /is already in use; run "desk people list" to see all people\.\n$/,
      ],
      [['people', 'add', 'nonsense', '--name', 'X'], /email is not an email address\n$/],
      [
        ['people', 'add', 'x@desk.example', '--name', 'X', '--password', 'short'],
        /at least 10 characters and at most 1024\.\n$/,
      ],
      [['people', 'set-password', 'mara@desk.example', '--password-stdin'], /at least 10 characters/],
      [
        ['people', 'set-password', 'mara@desk.example', '--password-stdin', '--password', 'long enough for it'],
        /cannot be used with/,
      ],
      [['people', 'add', 'x@desk.example', '--name', 'X', '--role', 'boss'], /viewer, agent, admin/],
      [['people', 'disable', 'nobody@desk.example'], /No person has the email nobody@desk\.example/],
      [['people', 'enable', 'nobody@desk.example'], /No person has the email nobody@desk\.example/],
      [['people', 'set-name', 'mara@desk.example', ''], /^name /],
      [['people', 'set-name', 'mara@desk.example'], /missing required argument 'name'/],
      [['people', 'set-email', 'mara@desk.example', 'nonsense'], /email is not an email address\n$/],
      [['people', 'set-email', 'mara@desk.example', 'KIM@desk.example'], /KIM@desk\.example is already in use/],
      [['people', 'set-role', 'mara@desk.example', 'boss'], /Unknown role "boss"/],
      [['people', 'nonsense'], /unknown command/],
    ];
    for (const [args, message] of cases) {
      const { status, stderr, stdout } = await run(...args);
      assert.match(stderr, message, args.join(' '));
      assert.doesNotMatch(stderr, /\n {4}at /, args.join(' '));
      assert.deepEqual([status, stdout], [1, ''], args.join(' '));
    }
    assert.equal((await run('people', 'list', '--json')).stdout, before);
  });
});
