import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { ActionName } from './actions.ts';
import { matchStroke } from './keystroke.ts';
import { isDelayed, pageKeys } from './page-keys.ts';
import { createTypingGuard } from './typing-guard.ts';

/** Creates a page with all actions, which records the actions that ran. Time passes after each key. */
function createPage() {
  const guard = createTypingGuard();
  const ran: ActionName[] = [];
  let time = 1000;
  let pending = '';
  const pressOne = (stroke: string, inField: boolean): void => {
    const key = { stroke, time, inField };
    guard.runOverdue(key);
    if (guard.checkText(key, pending) || inField) return;
    const { action, pending: next } = matchStroke(pageKeys, pending, stroke);
    pending = next;
    if (action === null) return;
    if (isDelayed(stroke, action)) guard.delay(() => ran.push(action), time);
    else ran.push(action);
  };
  const wait = (milliseconds: number): void => {
    time += milliseconds;
    mock.timers.tick(milliseconds);
  };
  const press = (strokes: readonly string[], milliseconds: number, inField = false): void => {
    for (const stroke of strokes) {
      pressOne(stroke, inField);
      wait(milliseconds);
    }
  };
  return { guard, ran, press, wait };
}

const toStrokes = (text: string): string[] =>
  [...text].map(letter => {
    if (letter === ' ') return 'Space';
    if (letter === '\n') return 'Enter';
    return /[A-Z]/.test(letter) ? `Shift ${letter.toLowerCase()}` : letter;
  });

const sentences = [
  'each order closes at noon,\nthe customer can pay then',
  'Can you export the report? #42 is open',
  'please add a tag, close it and reply',
  'oops, send it to another desk',
  'are there any tests',
  'going on',
];

describe('the typing guard', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  for (const gap of [1, 30, 90])
    it(`ignores text with ${gap} ms between its letters`, () => {
      for (const sentence of sentences) {
        const { ran, press } = createPage();
        press(toStrokes(sentence), gap);
        press(['Escape'], 1000);
        assert.deepEqual(ran, ['back'], sentence);
      }
    });

  it('ignores the rest of a text whose field lost the focus', () => {
    const { ran, press } = createPage();
    press(toStrokes('Hi Amélie, the char'), 300, true);
    press(toStrokes('ge was reversed'), 300);
    assert.deepEqual(ran, []);
  });

  it('runs a command after a pause, a click, or leaving a field', () => {
    const { ran, press, guard } = createPage();
    press(['h'], 500);
    press(['e'], 300);
    press(toStrokes('hi'), 30, true);
    guard.endTyping();
    press(['o'], 300);
    press([...toStrokes('hi'), 'Escape'], 30, true);
    press(['z'], 300);
    assert.deepEqual(ran, ['ticket.close', 'ticket.reopen', 'undo']);
  });

  it('runs moves in the list immediately, and a delayed command before the next move', () => {
    const { ran, press } = createPage();
    press(['j', 'j', 'x', 'j', 'x', 'e'], 1);
    const moves = ['list.next', 'list.next', 'list.select', 'list.next', 'list.select'];
    assert.deepEqual(ran, moves);
    press(['j', 'e', 'k', 'g', 'i', 'Escape'], 1);
    const further = ['ticket.close', 'list.next', 'ticket.close', 'list.previous', 'go.open', 'back'];
    assert.deepEqual(ran, [...moves, ...further]);
  });

  it('runs each command after a delay of 100 ms', () => {
    const { ran, press, wait } = createPage();
    press(['e'], 99);
    assert.deepEqual(ran, []);
    wait(1);
    press(['z', 'o'], 100);
    assert.deepEqual(ran, ['ticket.close', 'undo', 'ticket.reopen']);
  });

  it('runs an overdue command before the next key', () => {
    const { ran, guard } = createPage();
    guard.delay(() => ran.push('ticket.close'), 1000);
    guard.runOverdue({ stroke: 'j', time: 1150, inField: false });
    assert.deepEqual(ran, ['ticket.close']);
  });
});
