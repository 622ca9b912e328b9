import type { MailFacts } from '../../mails/store.ts';
import type { ParsedMail } from '../parse/parsed-mail.ts';

/** Returns the columns of a mail's row that parsing fills in. */
export const toMailFacts = (mail: ParsedMail): MailFacts => ({
  sender_key: mail.from?.email.toLowerCase() ?? null,
  message_id_header: mail.messageId,
  digest: mail.digest,
  subject: mail.subject,
  date: mail.date,
  headers: {
    ...{ from: mail.from, reply_to: mail.replyTo, to: mail.to, cc: mail.cc },
    files: mail.files.map(({ name, type, size }) => ({ name, type, size })),
  },
});
