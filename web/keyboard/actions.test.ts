import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actionNames, describeAction } from './actions.ts';

const withKeys = actionNames.flatMap(name => {
  const { keys, scope } = describeAction(name);
  return keys === undefined ? [] : [{ name, keys, scope }];
});

describe('the keys of the actions', () => {
  it('are unique in their scope', () => {
    for (const { name, keys, scope } of withKeys) {
      const same = withKeys.filter(other => other.keys === keys && other.scope === scope).map(other => other.name);
      assert.deepEqual(same, [name], keys);
    }
  });

  it('are no prefix of another sequence', () => {
    for (const { name, keys } of withKeys) {
      const hiddenNames = withKeys.filter(other => other.keys.startsWith(`${keys} `)).map(other => other.name);
      assert.deepEqual(hiddenNames, [], `${name} hides them`);
    }
  });

  it('are valid keystrokes', () => {
    const stroke = /^(Mod )?(Shift )?([a-z]|[^A-Z\s]|Enter|Escape|Space|Tab|Home|End|(Arrow|Page)(Up|Down))$/u;
    for (const { name, keys } of withKeys) {
      const strokes = keys.replaceAll(/(Mod|Shift) /g, '$1+').split(' ');
      for (const each of strokes) assert.match(each.replaceAll('+', ' '), stroke, name);
    }
  });
});
