import type { UseMutationResult } from '@tanstack/react-query';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type DiscardDialogProps = {
  /** The mail to discard; null while the dialog is closed. */
  id: string | null;
  title: string;
  text: string;
  discard: UseMutationResult<unknown, Error, string>;
  onDone: () => void;
};

/** Confirmation dialog for discarding a mail. */
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
    <ConfirmDialog
      open={id !== null}
      title={title}
      action="Discard"
      {...{ error, isPending }}
      onConfirm={remove}
      onDismiss={dismiss}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
