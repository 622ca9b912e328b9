/** The keys of queries about mail. The keys of a ticket's mail start with the keys of all mail of that kind. */
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
