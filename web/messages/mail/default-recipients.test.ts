import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Address, noRecipients } from './addresses.ts';
import { type AnsweredMail, findAnsweredMailId, getDefaultRecipients } from './default-recipients.ts';

const at = (email: string): Address => ({ name: '', email });
const ticket = { mailbox_id: '1', customer_name: 'Amélie', customer_email: 'amelie@atelier.example' };
const support = { id: '1', address: 'support@desk.example', aliases: ['help@desk.example', 'sales+eu@desk.example'] };
const mail = (change: Partial<AnsweredMail>): AnsweredMail => ({
  id: '1',
  from: at('amelie@atelier.example'),
  reply_to: [],
  to: [at('support@desk.example')],
  cc: [],
  ...change,
});
const getEmails = (answered: AnsweredMail | null, change: object = {}) => {
  const defaults = getDefaultRecipients({ ...ticket, ...change }, answered, [support]);
  const { to, cc } = defaults?.recipients ?? noRecipients;
  return { to: to.map(({ email }) => email), cc: cc.map(({ email }) => email), replyDomain: defaults?.replyDomain };
};

describe('a reply goes', () => {
  const cases: [title: string, answered: AnsweredMail | null, to: string, cc: string[], replyDomain?: string][] = [
    ['to the customer if it answers no mail', null, 'amelie@atelier.example', []],
    ['to the sender', mail({ from: at('rui@norte.example') }), 'rui@norte.example', []],
    [
      'in copy to the other recipients, except the addresses of the desk',
      mail({
        to: [at('Help@desk.example'), at('rui@norte.example')],
        cc: ['support+t1ab@desk.example', 'sales+eu@desk.example', 'sales+eu+t1ab@desk.example', 'a@b.example'].map(at),
      }),
      'amelie@atelier.example',
      ['rui@norte.example', 'a@b.example'],
    ],
    ['to no address twice', mail({ cc: [at('AMELIE@atelier.example')] }), 'amelie@atelier.example', []],
    ['to the Reply-To address', mail({ reply_to: [at('desk@atelier.example')] }), 'desk@atelier.example', []],
    [
      'to a Reply-To address in a different domain, which is the replyDomain',
      mail({ reply_to: [at('amelie@Other.example')] }),
      'amelie@Other.example',
      [],
      'other.example',
    ],
    [
      'to the customer if the sender is an address of the desk',
      mail({ from: at('help@desk.example') }),
      'amelie@atelier.example',
      [],
    ],
  ];
  for (const [title, answered, to, cc, replyDomain = null] of cases) {
    it(title, () => assert.deepEqual(getEmails(answered), { to: [to], cc, replyDomain }));
  }

  it('nowhere without a customer or a mailbox, or if the mailbox was deleted', () => {
    for (const change of [{ customer_email: null }, { mailbox_id: null }, { mailbox_id: '2' }]) {
      assert.deepEqual(getEmails(mail({ from: null }), change).to, [], JSON.stringify(change));
    }
  });
});

describe('the default recipients', () => {
  it('are unknown until the answered mail and the mailboxes are loaded', () => {
    assert.equal(getDefaultRecipients(ticket, undefined, [support]), null);
    assert.equal(getDefaultRecipients(ticket, null, undefined), null);
    assert.equal(getDefaultRecipients(ticket, mail({}), undefined), null);
  });

  it('are known without any data if the ticket has no mailbox', () => {
    const defaults = getDefaultRecipients({ ...ticket, mailbox_id: null }, undefined, undefined);
    assert.deepEqual(defaults?.recipients, noRecipients);
  });
});

describe('the answered mail', () => {
  const incoming = { type: 'reply', direction: 'in', automatic: false, sender_known: true, mail_id: '1' } as const;
  const find = (last: object) => findAnsweredMailId([incoming, { ...incoming, mail_id: '2', ...last }]);

  it('is the mail of the last incoming message', () => assert.equal(find({}), '2'));
  it('is not automatic', () => assert.equal(find({ automatic: true }), '1'));
  it('is not from an unknown sender', () => assert.equal(find({ sender_known: false }), '1'));
  it('is neither an outgoing mail nor a note', () => {
    assert.deepEqual([find({ direction: 'out' }), find({ type: 'note' })], ['1', '1']);
  });
  it('is missing if the last incoming message did not arrive by mail', () =>
    assert.equal(find({ mail_id: null }), null));
});
