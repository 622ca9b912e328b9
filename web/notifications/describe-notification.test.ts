import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeNotification, type SentenceFields } from './describe-notification.ts';

const names = { personName: (id: string) => `Person ${id}`, mailboxName: (id: string) => `Mailbox ${id}` };
const ofPerson = { cause: null, target_id: null, person_id: '2' };
const ofDesk = { kind: 'system', target_id: '7', person_id: null } as const;

const cases: [fields: SentenceFields, sentence: string][] = [
  [{ ...ofPerson, kind: 'assigned' }, 'Person 2 assigned this ticket to you'],
  [{ ...ofPerson, kind: 'mentioned' }, 'Person 2 mentioned you'],
  [{ ...ofPerson, kind: 'customer_replied' }, 'The customer replied'],
  [{ ...ofPerson, kind: 'delivery_failed' }, 'Your reply was not delivered'],
  [{ ...ofDesk, cause: 'mailbox_paused' }, 'The mailbox Mailbox 7 is paused'],
  [{ ...ofDesk, cause: 'job_dead' }, 'A background job has failed'],
];

describe('describeNotification', () => {
  for (const [fields, sentence] of cases)
    it(`returns “${sentence}”`, () =>
      assert.equal(Object.values(describeNotification(fields, names)).join(''), sentence));
});
