import { formatTime } from '../../ui/format-time.ts';
import type { MessageDelivery } from './queries.ts';

/** The text and the actions of the status line of an outgoing message. */
export type DeliveryStatus = {
  text: string;
  tone: 'quiet' | 'waiting' | 'failed';
  /** Label of the button that sends the mail now. */
  attemptLabel?: string;
  /** Offers to copy the text to a new reply. */
  isCopyable?: true;
  isCaptured?: true;
};

/** Mail that is queued for longer is shown as waiting for the mail server. */
const transitMilliseconds = 30_000;

/** Held mail due in a minute or more is shown as scheduled. Mail due sooner waits for the undo period to end. */
const scheduleMilliseconds = 60_000;

const holdReasons: Readonly<Record<string, string>> = {
  customer_replied: 'the customer wrote first',
  ticket_closed: 'the ticket was closed first',
  restored: 'the desk was restored from a backup, so the email may have been sent already',
  file_not_scanned: 'a file has not been scanned for viruses yet',
  file_infected: 'a file contains a virus',
  file_missing: 'a file is missing',
};

/** Describes the state of an outgoing mail. @param now in milliseconds since 1970 */
export function describeDelivery(delivery: MessageDelivery, now: number): DeliveryStatus {
  const { state, reason, send_after: sendAfter, attempts, sent_at: sentAt, created_at: createdAt } = delivery;
  switch (state) {
    case 'held':
      if (reason !== null) {
        const text = `Not sent: ${holdReasons[reason] ?? reason}`;
        return { text, tone: 'waiting', attemptLabel: 'Send now', isCopyable: true };
      }
      if (sendAfter === null || Date.parse(sendAfter) - now < scheduleMilliseconds) return sending;
      return {
        text: `Scheduled for ${formatTime(Date.parse(sendAfter), now)}`,
        tone: 'quiet',
        attemptLabel: 'Send now',
      };
    case 'queued':
      if (attempts === 0 && now - Date.parse(sendAfter ?? createdAt) < transitMilliseconds) return sending;
      return { text: 'Waiting for the mail server', tone: 'waiting', attemptLabel: 'Retry now' };
    case 'sending':
      return sending;
    case 'sent':
      return { text: describeSent(sentAt, now, delivery.may_be_duplicate), tone: 'quiet' };
    case 'captured':
      return { text: 'Captured', tone: 'quiet', isCaptured: true };
    case 'failed':
    case 'bounced':
      return { text: describeFailure(delivery), tone: 'failed', attemptLabel: 'Retry', isCopyable: true };
    case 'cancelled':
      return { text: 'Not sent: cancelled', tone: 'waiting', isCopyable: true };
  }
}

const sending = { text: 'Sending…', tone: 'quiet' } as const;

const describeSent = (at: string | null, now: number, mayBeDuplicate: boolean): string =>
  `Sent${at === null ? '' : ` ${formatTime(Date.parse(at), now)}`}${mayBeDuplicate ? ', perhaps twice' : ''}`;

/** Names the recipients that a mail did not reach, with the mail server's reason. */
function describeFailure({ reason, recipients, last_response: lastResponse }: MessageDelivery): string {
  if (reason === 'unconfirmed') return 'Not confirmed: the mail server did not report whether it accepted the email';
  const failed = recipients.filter(({ state }) => state === 'failed' || state === 'bounced');
  const emails = failed.map(({ email }) => email).join(', ');
  const response = failed.find(each => each.response !== null)?.response ?? lastResponse;
  return `Not delivered to ${emails || 'its recipients'}${response === null ? '' : `: ${response}`}`;
}
