import { fillPlaceholders, type MailPlaceholder } from '#contract/placeholders';

/** The ticket, the agent and the customer that a template can name. */
type TemplateFacts = {
  agentName: string;
  customer: { name: string | null; email: string | null };
  ticket: { id: string; subject: string };
};

/** Fills in a signature or an acknowledgement. */
export const fillTemplate = (template: string, facts: TemplateFacts): string =>
  fillPlaceholders(template, toValues(facts));

/** Returns the subject of a mail. Adds `Re: ` for an answer, and the ticket's number with `showNumber`. */
export const createSubject = (
  { subject, id }: TemplateFacts['ticket'],
  { isAnswer, showNumber }: { isAnswer: boolean; showNumber: boolean },
): string => {
  const number = showNumber && !subject.includes(`[#${id}]`) ? ` [#${id}]` : '';
  return `${isAnswer && !/^re:/i.test(subject) ? 'Re: ' : ''}${subject}${number}`;
};

const toValues = ({ agentName, customer, ticket }: TemplateFacts): Record<MailPlaceholder, string> => ({
  'agent name': agentName,
  'customer name': customer.name || customer.email || 'Customer',
  'ticket id': ticket.id,
  'ticket subject': ticket.subject,
});
