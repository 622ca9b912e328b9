import { fillPlaceholders, type MailPlaceholder } from '#contract/placeholders';

/** The ticket, the agent and the customer of a mail. */
export type MailFacts = {
  agentName: string;
  customer: { name: string | null; email: string | null };
  ticket: { id: string; subject: string };
};

/** Fills in a signature or an acknowledgement. */
export const fillTemplate = (template: string, facts: MailFacts): string => fillPlaceholders(template, toValues(facts));

/** Returns the subject of a mail. Adds `Re: ` for an answer, and the ticket's number if the mailbox reads it. */
export const createSubject = (
  { subject, id }: MailFacts['ticket'],
  { isAnswer, showNumber }: { isAnswer: boolean; showNumber: boolean },
): string => {
  const number = showNumber && !subject.includes(`[#${id}]`) ? ` [#${id}]` : '';
  return `${isAnswer && !/^re:/i.test(subject) ? 'Re: ' : ''}${subject}${number}`;
};

const toValues = ({ agentName, customer, ticket }: MailFacts): Record<MailPlaceholder, string> => ({
  'agent name': agentName,
  'customer name': customer.name || customer.email || 'Customer',
  'ticket id': ticket.id,
  'ticket subject': ticket.subject,
});
