import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { affectsCount, affectsList } from './affected-lists.ts';
import type { UpdateEvent } from './events.ts';

const polled: UpdateEvent = {
  ...{ id: '7', type: 'ticket.updated', resource: 'ticket', resource_id: '1042', ticket_id: '1042', version: 3 },
  ...{ person_id: '1', created_at: '2026-11-28T10:00:00.000Z' },
};
const priority: UpdateEvent = { ...polled, changes: { priority: { old: 'low', new: 'high' } } };
const closing: UpdateEvent = { ...polled, type: 'ticket.closed', changes: { state: { old: 'open', new: 'closed' } } };
const message: UpdateEvent = { ...polled, type: 'message.created', resource: 'message', changes: {} };
const deletion: UpdateEvent = { ...polled, type: 'ticket.deleted', changes: {} };

type Filter = Parameters<typeof affectsList>[1];
const inbox: Filter = { state: 'open', sort: '-priority,created_at' };

describe('affectsList returns', () => {
  const cases: [title: string, event: UpdateEvent, filter: Filter, isListed: boolean, isAffected: boolean][] = [
    ['true if the order depends on the changed field', priority, inbox, true, true],
    [
      'false if neither the order nor a condition depends on the changed field',
      priority,
      { state: 'open', sort: 'created_at' },
      true,
      false,
    ],
    ['true if a condition depends on the changed field', priority, { priority: 'high' }, false, true],
    ['false if a ticket that is not listed no longer matches', priority, { priority: 'low,normal' }, false, false],
    ['true if a listed ticket no longer matches', priority, { priority: 'low,normal' }, true, true],
    ['true for a search', priority, { q: 'invoice' }, false, true],
    ['true for a list sorted by the last change', message, { sort: '-updated_at' }, false, true],
    ['false for a message if neither the order nor a condition depends on messages', message, inbox, false, false],
    ['true for a message if a condition depends on messages', message, { awaiting_reply: 'true' }, false, true],
    ['false if a ticket that is not listed was closed', closing, inbox, false, false],
    ['true if a listed ticket was closed', closing, inbox, true, true],
    ['false if a ticket that is not listed was deleted', deletion, inbox, false, false],
    ['true for a polled event, which has no `changes`', polled, inbox, false, true],
  ];
  for (const [title, event, filter, isListed, isAffected] of cases)
    it(title, () => assert.equal(affectsList(event, filter, isListed), isAffected));
});

describe('affectsCount returns', () => {
  const cases: [title: string, event: UpdateEvent, filter: Filter, isAffected: boolean][] = [
    ['true if a ticket was closed', closing, { state: 'open' }, true],
    ['true if a ticket was deleted', deletion, {}, true],
    ['false if no condition depends on the changed field', priority, { state: 'open', assignee_id: 'me' }, false],
    ['false for a message', message, { state: 'open' }, false],
  ];
  for (const [title, event, filter, isAffected] of cases)
    it(title, () => assert.equal(affectsCount(event, filter), isAffected));
});
