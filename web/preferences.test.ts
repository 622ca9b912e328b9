import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parsePreferences } from './preferences.ts';

const usual = { density: 'comfortable', shortcuts: true };

describe('stored preferences', () => {
  it('are read', () => {
    const stored = { density: 'compact', shortcuts: false };
    assert.deepEqual(parsePreferences(JSON.stringify(stored)), stored);
  });

  it('are the usual ones where nothing is stored', () => {
    assert.deepEqual(parsePreferences(null), usual);
  });

  it('count one by one: what makes no sense is as usual, and what is unknown is left out', () => {
    const stored = { density: 'cosy', shortcuts: false, font: 'Comic' };
    assert.deepEqual(parsePreferences(JSON.stringify(stored)), { ...usual, shortcuts: false });
  });

  it('may be anything', () => {
    const anything = fc.oneof(fc.string(), fc.json(), fc.constantFrom('null', '[]', '"compact"', '{"density":null}'));
    fc.assert(
      fc.property(anything, stored => {
        const { density, shortcuts } = parsePreferences(stored);
        assert.ok(['comfortable', 'compact'].includes(density) && typeof shortcuts === 'boolean');
      }),
    );
  });
});
