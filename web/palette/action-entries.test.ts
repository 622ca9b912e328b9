import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeyboard } from '../keyboard/keyboard.ts';
import { createActionEntries } from './action-entries.ts';

describe('the palette entries of an action', () => {
  it('have different ids for two people with the same name', () => {
    const keyboard = createKeyboard(() => true);
    const assigned: string[] = [];
    const choices = ['7', '8'].map(value => ({
      ...{ value, label: 'Ada Park', chosen: false },
      choose: () => void assigned.push(value),
    }));
    keyboard.register('ticket.assign', { handler: () => undefined, choices: () => choices });
    const entries = createActionEntries(keyboard, 'assign ada').filter(({ label }) => label.endsWith('Ada Park'));
    assert.equal(new Set(entries.map(({ id }) => id)).size, 2);
    for (const { run } of entries) run();
    assert.deepEqual(assigned, ['7', '8']);
  });
});
