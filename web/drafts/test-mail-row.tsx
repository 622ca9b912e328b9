import { Link } from '@tanstack/react-router';
import { getTestMailDraftKey, type UnsentTestMail } from '../mail/captured/test-mail-draft.ts';
import { usePerson } from '../session/person.ts';
import { discardDraft } from '../storage/discard-draft.ts';
import { DraftRow } from './draft-row.tsx';

/** An unsent mail that was written as the customer. */
export function TestMailRow({ mail: { answeredId, draft } }: { mail: UnsentTestMail }) {
  const draftKey = getTestMailDraftKey(usePerson().id, answeredId);
  const { subject, from, body } = draft.fields;
  const name = subject || 'No subject yet';
  return (
    <DraftRow
      icon="mail"
      title={
        answeredId === null ? (
          <Link to="/mail/captured" hash="write">
            {name}
          </Link>
        ) : (
          <Link to="/mail/captured/$deliveryId" params={{ deliveryId: answeredId }} hash="reply">
            {name}
          </Link>
        )
      }
      kind={answeredId === null ? 'Mail as the customer' : 'Reply as the customer'}
      text={body || from}
      label={answeredId === null ? 'the mail as the customer' : `the reply to ${name}`}
      changedAt={draft.keptAt}
      onDiscard={() => discardDraft(draftKey, 'Mail discarded')}
    />
  );
}
