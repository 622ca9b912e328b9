import { useState } from 'react';
import type { Message } from '#contract';
import { isConflict, maySucceedLater } from '../../api-errors.ts';
import { showWarning } from '../../notices/notices.ts';
import { Complaint } from '../../ui/complaint.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { when } from '../../ui/time-words.ts';
import { useDeleteMessage } from './change.ts';
import css from './delete-message.module.css';

type DeleteMessageProps = {
  ticketId: string;
  message: Message;
  onDeleted: () => void;
  onDismiss: () => void;
};

const excerptCharacters = 160;

/** Asks before a message goes for good, and names it. What is refused is told where it was asked. */
export function DeleteMessage({ ticketId, message, onDeleted, onDismiss }: DeleteMessageProps) {
  const { mutate, error, isPending } = useDeleteMessage(ticketId);
  const [now] = useState(() => Date.now());
  const what = message.type === 'note' ? 'note' : 'message';
  const complain = (error: Error): void => {
    if (!isConflict(error)) return;
    onDismiss();
    showWarning(`The ${what} was not deleted`, 'Somebody changed it in the meantime. Look at it again first.');
  };
  const remove = (): void => mutate(message, { onSuccess: onDeleted, onError: complain });
  return (
    <Dialog open title={`Delete this ${what}?`} onDismiss={isPending ? null : onDismiss}>
      <p>
        <bdi>{message.author_name}</bdi>, {when(Date.parse(message.created_at), now)}
      </p>
      <blockquote className={css.excerpt} dir="auto">
        {message.body.slice(0, excerptCharacters)}
        {message.body.length > excerptCharacters && '…'}
      </blockquote>
      <p>It goes for good, for everyone. That it was deleted stays in the ticket’s history.</p>
      {error && <Complaint error={error} />}
      <DialogFoot>
        <button type="button" className="button" disabled={isPending} onClick={onDismiss}>
          Keep it
        </button>
        <button type="button" className="button danger" disabled={isPending} onClick={remove}>
          {isPending ? 'Deleting…' : maySucceedLater(error) ? 'Try again' : `Delete the ${what}`}
        </button>
      </DialogFoot>
    </Dialog>
  );
}
