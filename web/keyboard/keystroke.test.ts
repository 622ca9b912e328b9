import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { followers, readStroke, strokeOf } from './keystroke.ts';

type Held = 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey';

/** A key as the browser reports it. */
const press = (key: string, held: readonly Held[] = [], { code = '', altGraph = false } = {}) => ({
  key,
  code,
  ctrlKey: held.includes('ctrlKey'),
  metaKey: held.includes('metaKey'),
  altKey: held.includes('altKey'),
  shiftKey: held.includes('shiftKey'),
  getModifierState: (name: string) => altGraph && name === 'AltGraph',
});
const stroke = (...pressed: Parameters<typeof press>) => strokeOf(press(...pressed), false);
const strokeOnApple = (...pressed: Parameters<typeof press>) => strokeOf(press(...pressed), true);

describe('the stroke of a key', () => {
  it('is the key', () => {
    assert.equal(stroke('j', [], { code: 'KeyJ' }), 'j');
    assert.equal(stroke('Enter'), 'Enter');
  });

  it('with Shift is the character that was typed, or says Shift for a letter and a key with a name', () => {
    assert.equal(stroke('?', ['shiftKey']), '?');
    assert.equal(stroke('X', ['shiftKey']), 'Shift x');
    assert.equal(stroke('ArrowDown', ['shiftKey']), 'Shift ArrowDown');
    assert.equal(stroke(' ', ['shiftKey']), 'Shift Space');
  });

  it('is the same letter under CapsLock', () => {
    assert.equal(stroke('J'), 'j');
    assert.equal(stroke('x', ['shiftKey']), 'Shift x');
  });

  it('of a layout with other letters is that of the place of the key', () => {
    assert.equal(stroke('о', [], { code: 'KeyJ' }), 'j');
    assert.equal(stroke('Λ', ['shiftKey'], { code: 'KeyL' }), 'Shift l');
    assert.equal(stroke('л', ['ctrlKey'], { code: 'KeyK' }), 'Mod k');
  });

  it('of a layout with Latin letters is the letter, wherever it lies', () => {
    assert.equal(stroke('k', [], { code: 'KeyV' }), 'k');
    assert.equal(stroke('/', ['shiftKey'], { code: 'Digit7' }), '/');
  });

  it('with Alt or AltGr is none of ours, nor is a dead key or what an input method sends', () => {
    assert.equal(stroke('j', ['altKey']), null);
    assert.equal(stroke('@', ['ctrlKey', 'altKey']), null);
    assert.equal(stroke('@', [], { altGraph: true }), null);
    for (const key of ['Dead', 'Process', 'Unidentified']) assert.equal(stroke(key), null, key);
  });

  it('with the key of the platform’s commands is a command, and with the other one none of ours', () => {
    assert.equal(stroke('k', ['ctrlKey']), 'Mod k');
    assert.equal(strokeOnApple('k', ['metaKey']), 'Mod k');
    assert.equal(stroke('k', ['metaKey']), null);
    assert.equal(strokeOnApple('k', ['ctrlKey']), null);
    assert.equal(stroke('K', ['ctrlKey', 'shiftKey']), 'Mod Shift k');
  });
});

describe('strokes', () => {
  const nameOf = new Map([
    ['j', 'next'],
    ['g i', 'inbox'],
    ['g g', 'gists'],
    ['Mod k', 'palette'],
  ]);

  it('are the action of their key', () => {
    assert.deepEqual(readStroke(nameOf, '', 'j'), { action: 'next', pending: '' });
    assert.deepEqual(readStroke(nameOf, '', 'Mod k'), { action: 'palette', pending: '' });
    assert.deepEqual(readStroke(nameOf, '', 'k'), { action: null, pending: '' });
  });

  it('may begin a sequence and end it', () => {
    assert.deepEqual(readStroke(nameOf, '', 'g'), { action: null, pending: 'g' });
    assert.deepEqual(followers(nameOf, 'g'), ['inbox', 'gists']);
    assert.deepEqual(readStroke(nameOf, 'g', 'i'), { action: 'inbox', pending: '' });
    assert.deepEqual(readStroke(nameOf, 'g', 'g'), { action: 'gists', pending: '' });
  });

  it('that do not go on with a sequence stand for themselves', () => {
    assert.deepEqual(readStroke(nameOf, 'g', 'j'), { action: 'next', pending: '' });
    assert.deepEqual(readStroke(nameOf, 'g', 'x'), { action: null, pending: '' });
  });
});
