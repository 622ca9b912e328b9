import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parsePreferences } from './preferences.ts';

const defaults = { density: 'comfortable', shortcuts: true, customerPanel: false, showsPresence: true };

describe('stored preferences', () => {
  it('are parsed', () => {
    const stored = { density: 'compact', shortcuts: false, customerPanel: true, showsPresence: false };
    assert.deepEqual(parsePreferences(JSON.stringify(stored)), stored);
  });

  it('are the defaults if nothing is stored', () => {
    assert.deepEqual(parsePreferences(null), defaults);
  });

  it('are validated one by one: invalid values become defaults, unknown names are dropped', () => {
    const stored = { density: 'cosy', shortcuts: false, customerPanel: 1, font: 'Comic' };
    assert.deepEqual(parsePreferences(JSON.stringify(stored)), { ...defaults, shortcuts: false });
  });

  it('are valid for any stored string', () => {
    const anything = fc.oneof(fc.string(), fc.json(), fc.constantFrom('null', '[]', '"compact"', '{"density":null}'));
    fc.assert(
      fc.property(anything, stored => {
        const { density, ...switches } = parsePreferences(stored);
        assert.ok(['comfortable', 'compact'].includes(density));
        assert.ok(Object.values(switches).every(on => typeof on === 'boolean'));
      }),
    );
  });
});
