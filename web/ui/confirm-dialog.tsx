import type { ReactNode } from 'react';
import { mayRetryLater } from '../api-client/errors.ts';
import { Dialog } from './dialog.tsx';
import { DialogFooter } from './dialog-footer.tsx';
import { FormError } from './form-error.tsx';

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** Label of the button that confirms: "Delete". */
  action: string;
  /** The state of the request after confirmation. The dialog stays open until the request succeeds. */
  error: Error | null;
  isPending: boolean;
  onConfirm: () => void;
  onDismiss: () => void;
  /** The consequences. */
  children: ReactNode;
};

/** Asks for confirmation before a destructive action. Cancel gets the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, action, error, isPending, onConfirm, onDismiss, children } = props;
  return (
    <Dialog open={open} title={title} onDismiss={isPending ? null : onDismiss}>
      {children}
      {error && <FormError error={error} />}
      <DialogFooter>
        {/* biome-ignore lint/a11y/noAutofocus: the harmless choice has the focus */}
        <button type="button" className="button" autoFocus disabled={isPending} onClick={onDismiss}>
          Cancel
        </button>
        <button type="button" className="button danger" disabled={isPending} onClick={onConfirm}>
          {mayRetryLater(error) ? 'Try again' : action}
        </button>
      </DialogFooter>
    </Dialog>
  );
}
