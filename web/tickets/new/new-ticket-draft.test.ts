import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readTicketDraft } from './new-ticket-draft.ts';

describe('the draft of a ticket', () => {
  it('is read as it was stored', () => {
    const draft = { fields: { subject: 'The kettle', tags: '' }, idempotencyKey: 'k', keptAt: 5 };
    assert.deepEqual(readTicketDraft(JSON.parse(JSON.stringify(draft))), draft);
  });

  it('has text in its fields and nothing else', () => {
    assert.deepEqual(readTicketDraft({ fields: { subject: 'a', tags: ['b'], state: null } }), {
      fields: { subject: 'a' },
      idempotencyKey: null,
      keptAt: 0,
    });
    fc.assert(fc.property(fc.jsonValue(), stored => assert.doesNotThrow(() => readTicketDraft(stored))));
  });
});
