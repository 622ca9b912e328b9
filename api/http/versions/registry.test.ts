import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fictionalVersions } from '../../testing/fictional-versions.ts';
import { type ApiVersion, createApiVersions } from './registry.ts';
import { releasedVersions } from './released-versions.ts';

const current = { date: '2026-11-21', is: 'current' } as const;
const retired = { date: '2025-12-01', is: 'retired' } as const;

describe('a registry of API versions', () => {
  it('lists the current, supported and retired versions', () => {
    assert.equal(releasedVersions.current.date, '2026-11-21');
    assert.deepEqual(
      fictionalVersions.served.map(({ date }) => date),
      ['2026-11-21', '2026-09-01', '2026-05-01'],
    );
    assert.deepEqual([...fictionalVersions.retired], ['2025-12-01']);
  });

  const mistakes: Record<string, readonly ApiVersion[]> = {
    'no date': [],
    'no current date': [retired],
    'two current dates': [current, { ...current, date: '2026-11-20' }],
    'an older date before a newer one': [current, retired, { ...retired, date: '2026-01-01' }],
    'one date twice': [current, retired, retired],
    'a day that no calendar has': [{ date: '2026-02-30', is: 'current' }],
  };
  for (const [mistake, dates] of Object.entries(mistakes)) {
    it(`is rejected with ${mistake}`, () => {
      assert.throws(() => createApiVersions(dates), Error);
    });
  }
});

describe('an entity at an older version', () => {
  const ticket = {
    id: '7',
    subject: 'Late',
    customer_name: 'Ana',
    customer_email: null,
    priority: 'urgent',
    tags: ['x'],
  };
  const at = (date: string) => {
    const served = fictionalVersions.served.find(each => each.date === date);
    assert.ok(served);
    return served.shapeOf('ticket');
  };

  it('has the members of that version in the current order', () => {
    const autumn = { id: '7', title: 'Late', customer: { name: 'Ana', email: null }, priority: 'high' };
    assert.equal(JSON.stringify(at('2026-09-01').toClient(ticket)), JSON.stringify(autumn));
    const { title, ...others } = autumn;
    assert.deepEqual(at('2026-05-01').toClient(ticket), { ...others, name: title });
    assert.equal(at('2026-11-21').toClient(ticket), ticket);
  });

  it('is converted to the current version, without members that its version lacks', () => {
    const { body, unknown } = at('2026-05-01').fromClient({
      name: 'Late',
      title: 'A',
      subject: 'B',
      tags: [],
      else: 1,
    });
    assert.deepEqual([body, unknown], [{ subject: 'Late', else: 1 }, ['title', 'subject', 'tags']]);
  });

  it('keeps the stored value wherever its version cannot express the difference', () => {
    const written = { subject: 'Late', customer_name: 'Bo', customer_email: null, priority: 'high', tags: [] };
    assert.deepEqual(at('2026-09-01').restoreStored(written, ticket), {
      ...written,
      priority: 'urgent',
      tags: ['x'],
    });
    assert.equal(at('2026-11-21').restoreStored(written, ticket), written);
  });
});
