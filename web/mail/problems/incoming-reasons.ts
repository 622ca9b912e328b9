import type { MailReason } from '#contract/enums';

/** Labels and sentences that explain why an incoming mail was held or ignored, or failed. */
export const incomingReasons: Readonly<Record<MailReason, { label: string; explanation: string }>> = {
  too_large: { label: 'Too large', explanation: 'Its text is too large to read.' },
  too_many_parts: { label: 'Too many parts', explanation: 'It has more parts than the desk reads.' },
  deadline: { label: 'Took too long', explanation: 'Reading it took more than ten seconds.' },
  parse_error: { label: 'Malformed', explanation: 'The desk could not parse it.' },
  no_sender: { label: 'No sender', explanation: 'It has no sender address, so the desk cannot reply to it.' },
  authentication_failed: {
    label: 'Sender may be forged',
    explanation: 'It failed the checks of its sender’s domain, so someone else may have sent it.',
  },
  colleague_unverified: {
    label: 'Claims to be a colleague',
    explanation: 'It comes from the address of a colleague, but the sender could not be verified.',
  },
  sender_rate: {
    label: 'Too many emails',
    explanation: 'Its sender started more than 10 tickets or sent more than 30 emails within an hour.',
  },
  answer_to_notification: {
    label: 'Reply to a notification',
    explanation: 'It is a reply to a notification from the desk. Nothing was added to the ticket.',
  },
  duplicate: { label: 'Duplicate', explanation: 'The same email arrived before.' },
  loop: { label: 'Sent by this desk', explanation: 'The desk itself sent this email.' },
  mailbox_deleted: { label: 'Mailbox deleted', explanation: 'Its mailbox was deleted before the email was processed.' },
  original_missing: {
    label: 'Original missing',
    explanation: 'Its original was lost, or was not in the backup that was restored. Ask the sender to send it again.',
  },
};
