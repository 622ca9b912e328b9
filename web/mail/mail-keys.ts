/** Cache keys of mail. A ticket's keys extend `deliveries` and `mails`, so that invalidating these includes them. */
export const mailKeys = {
  all: ['mail'],
  deliveries: ['mail', 'deliveries'],
  deliveriesOfTicket: (ticketId: string) => ['mail', 'deliveries', 'ticket', ticketId],
  delivery: (id: string) => ['mail', 'delivery', id],
  mails: ['mail', 'mails'],
  mailsOfTicket: (ticketId: string) => ['mail', 'mails', 'ticket', ticketId],
  mail: (id: string) => ['mail', 'mail', id],
  /** Sources never change, so nothing invalidates them. */
  sources: ['mail-source'],
} as const;
