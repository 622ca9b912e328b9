import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actionNames, describeAction, groupShortcuts } from './actions.ts';

/** Groups whose actions work on every page. */
const everywhere = ['Move', 'Go', 'List', 'Desk'];

/** The page of a group; null if it works on every page. Tickets and gists count as one page. */
const getPage = (group: string): string | null =>
  everywhere.includes(group) ? null : group === 'Gist' ? 'Ticket' : group;

const withKeys = actionNames.flatMap(name => {
  const { keys, scope, group } = describeAction(name);
  return keys === undefined ? [] : [{ name, keys, scope, page: getPage(group) }];
});

describe('the keys of the actions', () => {
  it('are unique per scope on each kind of page', () => {
    for (const { name, keys, scope, page } of withKeys) {
      const same = withKeys
        .filter(each => each.keys === keys && each.scope === scope)
        .filter(each => each.page === page || each.page === null || page === null)
        .map(each => each.name);
      assert.deepEqual(same, [name], keys);
    }
  });

  it('are not a prefix of a longer sequence', () => {
    for (const { name, keys } of withKeys) {
      const hiddenNames = withKeys.filter(each => each.keys.startsWith(`${keys} `)).map(each => each.name);
      assert.deepEqual(hiddenNames, [], `${name} hides longer sequences`);
    }
  });

  it('are valid keystrokes', () => {
    const stroke =
      /^(Mod )?(Shift )?([a-z]|[^A-Z\s]|Enter|Escape|Space|Tab|Home|End|(Arrow|Page)(Up|Down)|Arrow(Left|Right))$/u;
    for (const { name, keys } of withKeys) {
      const strokes = keys.replaceAll(/(Mod|Shift) /g, '$1+').split(' ');
      for (const each of strokes) assert.match(each.replaceAll('+', ' '), stroke, name);
    }
  });
});

describe('the rows of the shortcut sheet', () => {
  const rows = groupShortcuts(true).flatMap(([, each]) => each);

  it('contain every key, and each label once', () => {
    const labels = rows.map(({ label }) => label);
    assert.deepEqual(labels, [...new Set(labels)]);
    assert.equal(rows.flatMap(({ keys }) => keys).length, withKeys.length);
    assert.deepEqual(rows.find(({ label }) => label === 'Next in the list')?.keys, ['j', 'ArrowDown']);
  });

  it('for viewers contain no actions that write', () => {
    const names = groupShortcuts(false).flatMap(([, each]) => each.map(({ name }) => name));
    assert.deepEqual(
      names.filter(name => describeAction(name).writes),
      [],
    );
    assert.ok(names.includes('list.next'));
  });
});
