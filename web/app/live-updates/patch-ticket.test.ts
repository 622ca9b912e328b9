import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { ticketKeys } from '../../tickets/queries.ts';
import type { UpdateEvent } from './events.ts';
import { createApplyPatch, toPatch } from './patch-ticket.ts';

const polled: UpdateEvent = {
  ...{ id: '7', type: 'ticket.updated', resource: 'ticket', resource_id: '1042', ticket_id: '1042', version: 3 },
  ...{ person_id: '1', created_at: '2026-11-28T10:00:00.000Z' },
};
const update: UpdateEvent = { ...polled, changes: { priority: { old: 'low', new: 'high' } } };

describe('toPatch', () => {
  it('returns the changed fields, the version and the time', () => {
    const fields = { priority: 'high', version: 3, updated_at: update.created_at };
    assert.deepEqual(toPatch(update), { id: '1042', version: 3, fields });
  });

  const digest = { length: 5000, sha256: 'f'.repeat(64) };
  const incomplete: [title: string, event: UpdateEvent][] = [
    ['an event without changes, as polling returns it', polled],
    ['a long value', { ...polled, changes: { description: { old: '', new: digest } } }],
    ['a field that other fields depend on', { ...polled, changes: { state: { old: 'open', new: 'pending' } } }],
    ['a closed ticket', { ...update, type: 'ticket.closed' }],
  ];
  for (const [title, event] of incomplete) {
    it(`returns null for ${title}`, () => assert.equal(toPatch(event), null));
  }
});

describe('a patch', () => {
  const client = new QueryClient();
  const applyPatch = createApplyPatch(client, new AbortController().signal);
  const queryKey = [...ticketKeys.lists, { state: 'open' }];
  const toList = (...versions: number[]) => ({
    pages: [
      { body: versions.map((version, index) => ({ id: String(index), version, subject: `Version ${version}` })) },
    ],
    pageParams: [''],
  });
  const getSubjects = () =>
    client.getQueryData<ReturnType<typeof toList>>(queryKey)?.pages[0]?.body.map(({ subject }) => subject);
  const patch = (id: string, version: number) =>
    applyPatch({ id, version, fields: { version, subject: `Patch ${version}` } });

  it('changes a ticket and its rows only if they contain all earlier changes', () => {
    client.setQueryData(queryKey, toList(1, 1));
    client.setQueryData(ticketKeys.item('0'), { id: '0', version: 1, subject: 'Version 1' });
    assert.equal(patch('0', 2), true);
    assert.equal(patch('1', 3), false);
    assert.equal(patch('0', 2), true);
    assert.deepEqual(getSubjects(), ['Patch 2', 'Version 1']);
    assert.deepEqual(client.getQueryData(ticketKeys.item('0')), { id: '0', version: 2, subject: 'Patch 2' });
  });

  it('ignores other cached data of a ticket, such as its deletion', () => {
    client.setQueryData([...ticketKeys.item('9'), 'deletion'], null);
    assert.equal(patch('9', 2), true);
  });

  it('changes the rows of a response that was requested before the patch', async () => {
    const response = Promise.withResolvers<ReturnType<typeof toList>>();
    const fetched = client.fetchQuery({ queryKey, queryFn: () => response.promise });
    for (const version of [3, 4]) assert.equal(patch('0', version), true);
    response.resolve(toList(2, 7));
    await fetched;
    assert.deepEqual(getSubjects(), ['Patch 4', 'Version 7']);
  });
});
