import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findContinuations, formatStroke, matchStroke } from './keystroke.ts';

type Modifier = 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey';

/** Creates a key event. */
const press = (key: string, modifiers: readonly Modifier[] = [], { code = '', altGraph = false } = {}) => ({
  key,
  code,
  ctrlKey: modifiers.includes('ctrlKey'),
  metaKey: modifiers.includes('metaKey'),
  altKey: modifiers.includes('altKey'),
  shiftKey: modifiers.includes('shiftKey'),
  getModifierState: (name: string) => altGraph && name === 'AltGraph',
});
const stroke = (...pressed: Parameters<typeof press>) => formatStroke(press(...pressed), false);
const strokeOnApple = (...pressed: Parameters<typeof press>) => formatStroke(press(...pressed), true);

describe('a keystroke', () => {
  it('is the name of the key', () => {
    assert.equal(stroke('j', [], { code: 'KeyJ' }), 'j');
    assert.equal(stroke('Enter'), 'Enter');
  });

  it('contains Shift only for letters and named keys', () => {
    assert.equal(stroke('?', ['shiftKey']), '?');
    assert.equal(stroke('X', ['shiftKey']), 'Shift x');
    assert.equal(stroke('ArrowDown', ['shiftKey']), 'Shift ArrowDown');
    assert.equal(stroke(' ', ['shiftKey']), 'Shift Space');
  });

  it('ignores CapsLock', () => {
    assert.equal(stroke('J'), 'j');
    assert.equal(stroke('x', ['shiftKey']), 'Shift x');
  });

  it('uses the physical key in non-Latin layouts', () => {
    assert.equal(stroke('о', [], { code: 'KeyJ' }), 'j');
    assert.equal(stroke('Λ', ['shiftKey'], { code: 'KeyL' }), 'Shift l');
    assert.equal(stroke('л', ['ctrlKey'], { code: 'KeyK' }), 'Mod k');
  });

  it('uses the letter in Latin layouts', () => {
    assert.equal(stroke('k', [], { code: 'KeyV' }), 'k');
    assert.equal(stroke('/', ['shiftKey'], { code: 'Digit7' }), '/');
  });

  it('is null with Alt or AltGr, and for dead keys and input methods', () => {
    assert.equal(stroke('j', ['altKey']), null);
    assert.equal(stroke('@', ['ctrlKey', 'altKey']), null);
    assert.equal(stroke('@', [], { altGraph: true }), null);
    for (const key of ['Dead', 'Process', 'Unidentified']) assert.equal(stroke(key), null, key);
  });

  it('contains Mod for the platform’s command key, and is null for the other platform’s key', () => {
    assert.equal(stroke('k', ['ctrlKey']), 'Mod k');
    assert.equal(strokeOnApple('k', ['metaKey']), 'Mod k');
    assert.equal(stroke('k', ['metaKey']), null);
    assert.equal(strokeOnApple('k', ['ctrlKey']), null);
    assert.equal(stroke('K', ['ctrlKey', 'shiftKey']), 'Mod Shift k');
  });
});

describe('matchStroke', () => {
  const namesByKeys = new Map([
    ['j', 'next'],
    ['g i', 'inbox'],
    ['g g', 'gists'],
    ['Mod k', 'palette'],
  ]);

  it('starts and completes a sequence', () => {
    assert.deepEqual(matchStroke(namesByKeys, '', 'g'), { action: null, pending: 'g' });
    assert.deepEqual(findContinuations(namesByKeys, 'g'), ['inbox', 'gists']);
    assert.deepEqual(matchStroke(namesByKeys, 'g', 'i'), { action: 'inbox', pending: '' });
    assert.deepEqual(matchStroke(namesByKeys, 'g', 'g'), { action: 'gists', pending: '' });
  });

  it('restarts with a key that does not continue the sequence', () => {
    assert.deepEqual(matchStroke(namesByKeys, 'g', 'j'), { action: 'next', pending: '' });
    assert.deepEqual(matchStroke(namesByKeys, 'g', 'x'), { action: null, pending: '' });
  });
});
