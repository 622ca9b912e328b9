import { Link } from '@tanstack/react-router';
import type { Mailbox, Ticket } from '#contract';
import { Markdown } from '../../../markdown/markdown.tsx';
import { usePerson } from '../../../session/person.ts';
import css from './recipients.module.css';

type MailHintsProps = { ticket: Ticket; mailbox: Mailbox };

/** Shows the signature of a mailed reply. Warns if the mailbox captures mail instead of sending it. */
export function MailHints({ ticket, mailbox }: MailHintsProps) {
  const { name, role } = usePerson();
  const signature = fillSignature(mailbox.signature, {
    'agent name': name,
    'customer name': ticket.customer_name ?? ticket.customer_email ?? '',
    'ticket id': ticket.id,
    'ticket subject': ticket.subject,
  });
  const isCaptured = mailbox.transport === 'capture';
  if (signature.trim() === '' && !isCaptured) return null;
  return (
    <div className={css.hints} data-collapses>
      {signature.trim() !== '' && (
        <details>
          <summary>Signature</summary>
          <Markdown text={signature} id="signature" />
        </details>
      )}
      {isCaptured && (
        <span>
          Not mailed: this mailbox captures its mail
          {role === 'admin' && (
            <>
              {' · '}
              <Link to="/settings/mailboxes">Change</Link>
            </>
          )}
        </span>
      )}
    </div>
  );
}

/** Reserves the usual height of the hints until the mailboxes are loaded. */
export const MailHintsSpace = () => (
  <div className={css.hints} data-collapses aria-hidden="true">
    {'\u00a0'}
  </div>
);

/** Fills in the placeholders of a signature. Leaves unknown placeholders unchanged. */
const fillSignature = (signature: string, values: Readonly<Record<string, string>>): string =>
  signature.replace(/\{([a-z][a-z ]*)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
