import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actionNames, describeAction } from './actions.ts';

const withKeys = actionNames.flatMap(name => {
  const { keys, scope } = describeAction(name);
  return keys === undefined ? [] : [{ name, keys, scope }];
});

describe('the keys of the actions', () => {
  it('mean one action each where they are heard', () => {
    for (const { name, keys, scope } of withKeys) {
      const same = withKeys.filter(other => other.keys === keys && other.scope === scope).map(other => other.name);
      assert.deepEqual(same, [name], keys);
    }
  });

  it('of no action begin those of another', () => {
    for (const { name, keys } of withKeys) {
      const hidden = withKeys.filter(other => other.keys.startsWith(`${keys} `)).map(other => other.name);
      assert.deepEqual(hidden, [], `${name} comes before`);
    }
  });

  it('are strokes that can be heard', () => {
    const stroke = /^(Mod )?(Shift )?([a-z]|[^A-Z\s]|Enter|Escape|Space|Tab|Home|End|(Arrow|Page)(Up|Down))$/u;
    for (const { name, keys } of withKeys) {
      const strokes = keys.replaceAll(/(Mod|Shift) /g, '$1+').split(' ');
      for (const each of strokes) assert.match(each.replaceAll('+', ' '), stroke, name);
    }
  });
});
