import type { UseMutationResult } from '@tanstack/react-query';
import { mayRetryLater } from '../../api-client/errors.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { FormError } from '../../ui/form-error.tsx';

type DiscardDialogProps = {
  /** The mail to discard; null while the dialog is closed. */
  id: string | null;
  title: string;
  text: string;
  discard: UseMutationResult<unknown, Error, string>;
  onDone: () => void;
};

/** Asks before a mail is discarded. */
export function DiscardDialog({ id, title, text, discard, onDone }: DiscardDialogProps) {
  const { mutate, error, isPending, reset } = discard;
  const dismiss = (): void => {
    reset();
    onDone();
  };
  const remove = (): void => {
    if (id !== null && !isPending) mutate(id, { onSuccess: dismiss });
  };
  return (
    <Dialog open={id !== null} title={title} onDismiss={isPending ? null : dismiss}>
      <p>{text}</p>
      {error && <FormError error={error} />}
      <DialogFooter>
        {/* biome-ignore lint/a11y/noAutofocus: the harmless choice has the focus */}
        <button type="button" className="button" autoFocus disabled={isPending} onClick={dismiss}>
          Cancel
        </button>
        <button type="button" className="button danger" disabled={isPending} onClick={remove}>
          {mayRetryLater(error) ? 'Try again' : 'Discard'}
        </button>
      </DialogFooter>
    </Dialog>
  );
}
