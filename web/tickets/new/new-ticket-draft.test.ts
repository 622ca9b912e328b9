import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseTicketDraft } from './new-ticket-draft.ts';

describe('a stored ticket draft', () => {
  it('is read back unchanged', () => {
    const draft = { fields: { subject: 'The kettle', tags: '' }, idempotencyKey: 'k', changedAt: 5 };
    assert.deepEqual(parseTicketDraft(JSON.parse(JSON.stringify(draft))), draft);
  });

  it('has the time that earlier versions stored as keptAt', () => {
    assert.equal(parseTicketDraft({ fields: {}, keptAt: 5 })?.changedAt, 5);
  });

  it('drops every field that is not text', () => {
    assert.deepEqual(parseTicketDraft({ fields: { subject: 'a', tags: ['b'], state: null } }), {
      fields: { subject: 'a' },
      idempotencyKey: null,
      changedAt: 0,
    });
    fc.assert(fc.property(fc.jsonValue(), stored => assert.doesNotThrow(() => parseTicketDraft(stored))));
  });
});
