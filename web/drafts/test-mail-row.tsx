import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getTestMailDraftKey, type UnsentTestMail } from '../mail/captured/test-mail-draft.ts';
import { findCapturingMailbox, mailboxesQuery } from '../mailboxes/queries.ts';
import { usePerson } from '../session/person.ts';
import { discardDraft } from '../storage/discard-draft.ts';
import { DraftRow } from './draft-row.tsx';

/** An unsent mail that was written as the customer. */
export function TestMailRow({ mail: { answeredId, draft } }: { mail: UnsentTestMail }) {
  const draftKey = getTestMailDraftKey(usePerson().id, answeredId);
  const { subject, from, body } = draft.fields;
  const name = subject || 'No subject yet';
  const { data: mailboxes } = useQuery(mailboxesQuery);
  // If no mailbox captures mail, the linked page has no form.
  const hasForm = mailboxes === undefined || findCapturingMailbox(mailboxes) !== undefined;
  const reply = subject ? `the customer’s reply “${subject}”` : 'the customer’s reply without a subject';
  const kind = answeredId === null ? 'Email as the customer' : 'Reply as the customer';
  return (
    <DraftRow
      icon="mail"
      title={
        !hasForm ? (
          name
        ) : answeredId === null ? (
          <Link to="/mail/captured" hash="write">
            {name}
          </Link>
        ) : (
          <Link to="/mail/captured/$deliveryId" params={{ deliveryId: answeredId }} hash="reply">
            {name}
          </Link>
        )
      }
      kind={hasForm ? kind : `${kind} · No mailbox captures mail, so this email cannot be sent`}
      text={body || from}
      label={answeredId === null ? 'the customer’s email' : reply}
      changedAt={draft.changedAt}
      onDiscard={() => discardDraft(draftKey, 'Draft discarded')}
    />
  );
}
