import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SettingsRepresentation } from '#contract';
import { defaultSettings } from '#contract/default-settings';
import { exampleAuditEntry, exampleMailbox } from '#contract/examples';
import { createChecklist, type SetupState } from './checklist.ts';

const settings = { ...defaultSettings } as SettingsRepresentation;
const mailbox = { ...exampleMailbox, enabled: true, transport: 'capture' } as SetupState['mailboxes'][number];
const entry = { ...exampleAuditEntry, target_id: '1' } as SetupState['passwords'][number];
const none = { tickets: 0, gists: 0, people: 0, in_use: 0, removal: null };
const fresh: SetupState = {
  ownId: '1',
  passwords: [],
  settings,
  mailboxes: [mailbox],
  people: 1,
  backups: [],
  sample: none,
};
const listDone = (change: Partial<SetupState>) =>
  createChecklist({ ...fresh, ...change }).flatMap(({ title, isDone }) => (isDone ? [title] : []));

describe('the start checklist', () => {
  it('has five open steps on a fresh desk', () => {
    assert.deepEqual([createChecklist(fresh).length, listDone({})], [5, []]);
  });

  it('marks each step as done once its result is stored', () => {
    for (const [change, title] of [
      [{ passwords: [entry] }, 'Choose your own password'],
      [{ settings: { ...settings, desk_name: 'Tallywright' } }, 'Name the desk'],
      [{ mailboxes: [mailbox, { ...mailbox, transport: 'smtp' }] }, 'Connect a mailbox'],
      [{ people: 2 }, 'Invite your colleagues'],
      [{ backups: [entry] }, 'Make a backup'],
    ] as const)
      assert.deepEqual(listDone(change), [title]);
  });

  it('has a further step while sample data remains, and does not count sample people as colleagues', () => {
    const steps = createChecklist({ ...fresh, people: 4, sample: { ...none, people: 3 } });
    assert.deepEqual(steps.map(({ isDone }) => isDone).slice(3), [false, false, false]);
    assert.equal(steps.at(-1)?.title, 'Remove the sample data');
  });

  it('counts neither passwords of other people nor disabled mailboxes', () => {
    const passwords = [{ ...entry, target_id: '2' }];
    assert.deepEqual(listDone({ passwords, mailboxes: [{ ...mailbox, enabled: false, transport: 'smtp' }] }), []);
  });
});
