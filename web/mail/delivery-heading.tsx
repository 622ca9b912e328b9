import { Link } from '@tanstack/react-router';
import type { Delivery } from '#contract';
import { formatAddress } from './format-address.ts';
import { Fact, MailHeading } from './mail-detail.tsx';

/** The subject of an outgoing mail, its sender and recipients, and its ticket. */
export function DeliveryHeading({ mail }: { mail: Delivery }) {
  const { ticket_id: ticketId } = mail;
  const formatRecipients = (role: Delivery['recipients'][number]['role']): string =>
    mail.recipients
      .filter(each => each.role === role)
      .map(formatAddress)
      .join(', ');
  return (
    <MailHeading subject={mail.subject}>
      <Fact name="From">{formatAddress(mail.from)}</Fact>
      <Fact name="To">{formatRecipients('to')}</Fact>
      <Fact name="Cc">{formatRecipients('cc')}</Fact>
      <Fact name="Bcc">{formatRecipients('bcc')}</Fact>
      <Fact name="Ticket">
        {ticketId !== null && (
          <Link className="number" to="/tickets/$ticketId" params={{ ticketId }} search={{}}>
            #{ticketId}
          </Link>
        )}
      </Fact>
    </MailHeading>
  );
}
