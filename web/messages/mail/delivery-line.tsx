import { Link } from '@tanstack/react-router';
import type { Message } from '#contract';
import { copyFiles, copyPictures, mergeFiles } from '../../files/draft-file.ts';
import { useRunAction } from '../../keyboard/use-action.ts';
import { useIsAllowed } from '../../session/permissions.ts';
import { usePerson } from '../../session/person.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/time.tsx';
import { changeMessageDraft, getMessageDraftKey, prependReturnedText } from '../message-draft.ts';
import { describeDelivery } from './describe-delivery.ts';
import css from './mail-line.module.css';
import type { MessageDelivery } from './queries.ts';
import { useAttemptDelivery } from './use-attempt-delivery.ts';

type DeliveryLineProps = {
  message: Message;
  delivery: MessageDelivery;
  /** Time of the last edit. */
  editedAt: string | null;
};

/** One line with the state of an outgoing message, and its actions. */
export function DeliveryLine({ message, delivery, editedAt }: DeliveryLineProps) {
  const { mutate, isPending } = useAttemptDelivery();
  const copy = useCopyToReply();
  const now = useNow();
  const mayAttempt = useIsAllowed('PUT /deliveries/{delivery_id}/attempt');
  const mayReply = useIsAllowed('POST /tickets/{ticket_id}/messages');
  const { text, tone, attemptLabel, isCopyable, isCaptured } = describeDelivery(delivery, now);
  const wasEditedLater = editedAt !== null && delivery.sent_at !== null && editedAt > delivery.sent_at;
  return (
    <p className={css.line} data-tone={tone}>
      {tone === 'failed' && <Icon name="alert" size={14} />}
      <span role="status">
        <bdi>{text}</bdi>
      </span>
      {isCaptured && (
        <Link to="/mail/captured/$deliveryId" params={{ deliveryId: delivery.id }}>
          Show
        </Link>
      )}
      {attemptLabel && mayAttempt && (
        <button type="button" disabled={isPending} onClick={() => mutate(delivery.id)}>
          {attemptLabel}
        </button>
      )}
      {isCopyable && mayReply && (
        <button type="button" onClick={() => copy(message)}>
          Copy to a new reply
        </button>
      )}
      {wasEditedLater && <span>Edited after sending</span>}
    </p>
  );
}

/** Returns a function that copies a message to the beginning of the reply. Copies its recipients and files too. */
function useCopyToReply(): (message: Message) => void {
  const { id: personId } = usePerson();
  const run = useRunAction();
  return ({ ticket_id: ticketId, body, to, cc, bcc, attachments }) => {
    const draftKey = getMessageDraftKey(personId, ticketId, 'reply');
    const copies = copyFiles(attachments);
    changeMessageDraft(draftKey, draft => ({
      text: prependReturnedText(copyPictures(body, copies), draft.text),
      files: mergeFiles(copies, draft.files),
      recipients: { to, cc, bcc },
    }));
    run('ticket.reply');
  };
}
