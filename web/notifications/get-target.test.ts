import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getTarget } from './get-target.ts';

const ofDesk = { ticket_id: null, message_id: null, target_id: '7' };

describe('getTarget', () => {
  it('returns the message of a ticket', () => {
    const { params, hash } = getTarget({ ...ofDesk, cause: null, ticket_id: '1042', message_id: '2' });
    assert.deepEqual({ params, hash }, { params: { ticketId: '1042' }, hash: 'message-2' });
  });

  it('returns the mailbox, the jobs, the storage limit or the held mail', () => {
    const causes = ['mailbox_paused', 'job_dead', 'storage_nearly_full', 'loop_held', 'answer_held'] as const;
    const paths = causes.map(cause => getTarget({ ...ofDesk, cause }).to);
    const mail = '/mail/problems/incoming/$mailId';
    assert.deepEqual(paths, ['/settings/mailboxes/$mailboxId', '/settings/jobs', '/settings/desk', mail, mail]);
  });
});
