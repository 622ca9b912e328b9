import { useState } from 'react';
import type { Message } from '#contract';
import { cutText } from '#contract/cut-text';
import { isConflict, mayRetryLater } from '../../api-client/errors.ts';
import { showWarning } from '../../toasts/toast-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { formatTime } from '../../ui/format-time.ts';
import css from './delete-message.module.css';
import { useDeleteMessage } from './message-mutations.ts';

type DeleteMessageProps = {
  ticketId: string;
  message: Message;
  onDeleted: () => void;
  onDismiss: () => void;
};

const excerptLength = 160;

/**
 * Confirmation dialog that deletes a message. A conflict closes the dialog and shows a toast; other errors are shown in
 * the dialog.
 */
export function DeleteMessage({ ticketId, message, onDeleted, onDismiss }: DeleteMessageProps) {
  const { mutate, error, isPending } = useDeleteMessage(ticketId);
  const [now] = useState(() => Date.now());
  const label = message.type === 'note' ? 'note' : 'message';
  const handleError = (error: Error): void => {
    if (!isConflict(error)) return;
    onDismiss();
    showWarning(
      `Couldn’t delete the ${label}`,
      `Someone else changed the ${label} in the meantime. Review the change first.`,
    );
  };
  const remove = (): void => mutate(message, { onSuccess: onDeleted, onError: handleError });
  return (
    <Dialog open title={`Delete this ${label}?`} onDismiss={isPending ? null : onDismiss}>
      <p>
        <bdi>{message.author_name}</bdi>, {formatTime(Date.parse(message.created_at), now)}
      </p>
      <blockquote className={css.excerpt} dir="auto">
        {cutText(message.body, excerptLength)}
        {message.body.length > excerptLength && '…'}
      </blockquote>
      <p>
        This permanently deletes the {label} for everyone{describeFiles(message.attachments.length)}. The ticket’s
        history still shows that it was deleted.
      </p>
      {error && <FormError error={error} />}
      <DialogFooter>
        <button type="button" className="button" disabled={isPending} onClick={onDismiss}>
          Cancel
        </button>
        <button type="button" className="button danger" disabled={isPending} onClick={remove}>
          {isPending ? 'Deleting…' : mayRetryLater(error) ? 'Try again' : `Delete the ${label}`}
        </button>
      </DialogFooter>
    </Dialog>
  );
}

const describeFiles = (count: number): string =>
  count === 0 ? '' : `, with ${count === 1 ? 'its file' : `its ${count} files`}`;
