import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeliveryStatus, describeDelivery } from './describe-delivery.ts';
import type { MessageDelivery } from './queries.ts';

const now = new Date(2026, 10, 23, 9, 14).getTime();
const ago = (seconds: number): string => new Date(now - 1000 * seconds).toISOString();

const recipient = (email: string, state: 'sent' | 'failed' | 'bounced', response: string | null = null) =>
  ({ name: '', email, role: 'to', state, response }) as const;

const delivery = (change: Partial<MessageDelivery>): MessageDelivery => ({
  id: '1',
  state: 'queued',
  reason: null,
  recipients: [],
  send_after: null,
  attempts: 0,
  last_response: null,
  may_be_duplicate: false,
  sent_at: null,
  created_at: ago(5),
  updated_at: ago(5),
  ...change,
});

const cases: [title: string, change: Partial<MessageDelivery>, status: DeliveryStatus][] = [
  [
    'is shown as sending while sending can be undone',
    { state: 'held', send_after: ago(-9) },
    { text: 'Sending…', tone: 'quiet' },
  ],
  ['is shown as sending at first', {}, { text: 'Sending…', tone: 'quiet' }],
  ['is shown as sending while the server sends it', { state: 'sending' }, { text: 'Sending…', tone: 'quiet' }],
  [
    'is scheduled if its time is at least a minute away',
    { state: 'held', send_after: ago(-3600) },
    { text: 'Scheduled for 10:14', tone: 'quiet', attemptLabel: 'Send now' },
  ],
  [
    'is held because the customer wrote first',
    { state: 'held', reason: 'customer_replied' },
    { text: 'Not sent: the customer wrote first', tone: 'waiting', attemptLabel: 'Send now', isCopyable: true },
  ],
  [
    'waits after a failed attempt',
    { attempts: 1 },
    { text: 'Waiting for the mail server', tone: 'waiting', attemptLabel: 'Retry now' },
  ],
  [
    'waits after 30 seconds without an attempt',
    { created_at: ago(40) },
    { text: 'Waiting for the mail server', tone: 'waiting', attemptLabel: 'Retry now' },
  ],
  ['was sent', { state: 'sent', sent_at: ago(0) }, { text: 'Sent 09:14', tone: 'quiet' }],
  [
    'was perhaps sent twice',
    { state: 'sent', sent_at: ago(0), may_be_duplicate: true },
    { text: 'Sent 09:14, perhaps twice', tone: 'quiet' },
  ],
  ['was captured', { state: 'captured' }, { text: 'Captured', tone: 'quiet', isCaptured: true }],
  ['was cancelled', { state: 'cancelled' }, { text: 'Not sent: cancelled', tone: 'waiting', isCopyable: true }],
  [
    'failed for a recipient',
    {
      state: 'failed',
      last_response: '250 OK',
      recipients: [
        recipient('a@b.example', 'sent', '250 OK'),
        recipient('x@y.example', 'failed', '5.1.1 unknown user'),
      ],
    },
    {
      text: 'Not delivered to x@y.example: 5.1.1 unknown user',
      tone: 'failed',
      attemptLabel: 'Retry',
      isCopyable: true,
    },
  ],
  [
    'bounced without a reason',
    { state: 'bounced', recipients: [recipient('x@y.example', 'bounced'), recipient('z@y.example', 'bounced')] },
    { text: 'Not delivered to x@y.example, z@y.example', tone: 'failed', attemptLabel: 'Retry', isCopyable: true },
  ],
];

describe('an outgoing mail', () => {
  for (const [title, change, status] of cases) {
    it(title, () => assert.deepEqual(describeDelivery(delivery(change), now), status));
  }
});
