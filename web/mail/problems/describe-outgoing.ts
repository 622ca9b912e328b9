import type { Delivery } from '#contract';

type Problem = { label: string; explanation: string; hasFailed: boolean };

const heldReasons = {
  customer_replied: 'The customer wrote again before this email was sent.',
  ticket_closed: 'The ticket was closed before this email was sent.',
  restored: 'The desk was restored from a backup, so the email may have been sent already.',
  file_not_scanned: 'A file has not been scanned for viruses yet. The email is sent after the scan.',
  file_infected: 'A file contains a virus. Remove the file, then send the email.',
  file_missing: 'A file was not in the backup that was restored. Remove or replace the file, then send the email.',
} as const;

const isHeldReason = (reason: string | null): reason is keyof typeof heldReasons =>
  reason !== null && reason in heldReasons;

/** Describes, as a label and a sentence, why an outgoing mail has not reached everyone. */
export function describeOutgoing({
  state,
  reason,
  last_response: response,
  recipients,
}: Pick<Delivery, 'state' | 'reason' | 'last_response' | 'recipients'>): Problem {
  if (state === 'held' && isHeldReason(reason))
    return { label: 'Held', explanation: heldReasons[reason], hasFailed: false };
  if (state === 'held')
    return { label: 'Scheduled', explanation: 'It will be sent at the chosen time.', hasFailed: false };
  if (state === 'queued' || state === 'sending')
    return { label: 'Waiting', explanation: 'It is waiting for the mail server.', hasFailed: false };
  if (reason === 'unconfirmed')
    return {
      label: 'Not confirmed',
      explanation: 'The email was sent twice, but the server confirmed neither attempt. It may have arrived.',
      hasFailed: true,
    };
  const failed = recipients.filter(each => each.state === 'failed' || each.state === 'bounced');
  const detail = failed[0]?.response ?? response;
  const names = failed.map(({ email }) => email).join(', ');
  return {
    label: 'Not delivered',
    explanation: `It did not reach ${names || 'its recipients'}${detail === null ? '' : `: ${detail.replace(/\.$/, '')}`}.`,
    hasFailed: true,
  };
}
