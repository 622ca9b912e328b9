import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { Delivery } from '#contract';
import { useAction } from '../../keyboard/use-action.ts';
import { findCapturingMailbox, mailboxesQuery } from '../../mailboxes/queries.ts';
import { useIsAllowed } from '../../session/permissions.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formatAddress } from '../format-address.ts';
import type { TestMailFields } from './test-mail-draft.ts';
import { TestMailForm } from './test-mail-form.tsx';

/** Button that opens a form for a new mail to the capturing mailbox. */
export function WriteAsCustomer() {
  const mayWrite = useIsAllowed('POST /mailboxes/{mailbox_id}/test_mails');
  const { data: mailboxes } = useQuery(mailboxesQuery);
  const mailbox = mailboxes && findCapturingMailbox(mailboxes);
  const { isOpen, open, close } = useOpenForm('write');
  useAction('mail.customer.write', mayWrite && mailbox ? open : null);
  if (!mayWrite || !mailbox) return null;
  return (
    <>
      <button type="button" className="button primary" onClick={open}>
        Write as the customer
      </button>
      <Dialog open={isOpen} title={`Write to ${mailbox.name}`} onDismiss={close} width={560}>
        <TestMailForm mailboxId={mailbox.id} answered={null} initial={emptyFields} onDone={close} />
      </Dialog>
    </>
  );
}

const emptyFields: TestMailFields = { from: '', subject: '', body: '' };

/** Returns whether a form is open, and functions that open and close it. A link with this hash opens the form. */
function useOpenForm(formHash: string) {
  const isInHash = useLocation({ select: ({ hash }) => hash === formHash });
  const [isOpen, setOpen] = useState(isInHash);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}

/** Button that opens a form for the customer's reply to a mail. */
export function ReplyAsCustomer({ mail }: { mail: Delivery }) {
  const mayWrite = useIsAllowed('POST /mailboxes/{mailbox_id}/test_mails');
  const { isOpen, open, close } = useOpenForm('reply');
  useAction('mail.customer.reply', mayWrite ? open : null);
  if (!mayWrite) return null;
  const [customer] = mail.recipients;
  const initial = {
    from: customer ? formatAddress(customer) : '',
    subject: /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`,
    body: '',
  };
  return (
    <>
      <button type="button" className="button primary" onClick={open}>
        Reply as the customer
      </button>
      <Dialog open={isOpen} title="Reply as the customer" onDismiss={close} width={560}>
        <TestMailForm mailboxId={mail.mailbox_id} answered={mail} initial={initial} onDone={close} />
      </Dialog>
    </>
  );
}
