import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupByTicket } from './group-by-ticket.ts';

const notify = (id: string, ticketId: string | null) => ({
  ...{ id, kind: 'mentioned' as const, cause: null, target_id: null, ticket_id: ticketId, message_id: null },
  ...{ person_id: '2', read_at: null, created_at: '2026-11-29T10:00:00.000Z' },
});
const notifications = [notify('9', '1042'), notify('8', null), notify('7', '1042'), notify('6', null)];
const readGroups = (pageSize: number) => groupByTicket(notifications, pageSize).map(group => group.map(({ id }) => id));

describe('groupByTicket', () => {
  it('groups by ticket, newest first, with one group for all notifications without a ticket', () => {
    assert.deepEqual(readGroups(50), [
      ['9', '7'],
      ['8', '6'],
    ]);
  });

  it('groups each page separately', () => {
    assert.deepEqual(readGroups(2), [['9'], ['8'], ['7'], ['6']]);
  });
});
