import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSubject, fillTemplate } from './mail-text.ts';

const facts = {
  agentName: 'Mara Lindqvist',
  customer: { name: null, email: 'amelie@customer.example' },
  ticket: { id: '1042', subject: 'Charged twice' },
};

describe('the placeholders of a mail', () => {
  it('are filled in; a customer without a name is addressed by email address', () => {
    const template = '{customer name}: #{ticket id} {ticket subject}. {agent name} {other} {}';
    assert.equal(
      fillTemplate(template, facts),
      'amelie@customer.example: #1042 Charged twice. Mara Lindqvist {other} {}',
    );
    const named = { ...facts, customer: { name: 'Amélie $& Laurent', email: null } };
    assert.equal(fillTemplate('{customer name}', named), 'Amélie $& Laurent');
  });
});

describe('the subject of a mail', () => {
  const cases: [subject: string, isAnswer: boolean, showNumber: boolean, expected: string][] = [
    ['Charged twice', false, false, 'Charged twice'],
    ['Charged twice', true, false, 'Re: Charged twice'],
    ['RE: Charged twice', true, false, 'RE: Charged twice'],
    ['Charged twice', true, true, 'Re: Charged twice [#1042]'],
    ['Re: Charged twice [#1042]', true, true, 'Re: Charged twice [#1042]'],
  ];
  for (const [subject, isAnswer, showNumber, expected] of cases) {
    it(`is “${expected}” for ${isAnswer ? 'an answer to' : 'a new mail about'} “${subject}”${showNumber ? ', with the ticket number' : ''}`, () => {
      assert.equal(createSubject({ ...facts.ticket, subject }, { isAnswer, showNumber }), expected);
    });
  }
});
