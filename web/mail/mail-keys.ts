/** Cache keys of mail. Invalidating `deliveries` or `mails` includes the mail of every ticket. */
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
