import type { ReactNode } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';

type ShownOnceDialogProps = {
  open: boolean;
  title: string;
  onStored: () => void;
  /** The secrets, and an explanation of their use. */
  children: ReactNode;
};

/** Shows secrets until the administrator has stored them. They cannot be read later. */
export const ShownOnceDialog = ({ open, title, onStored, children }: ShownOnceDialogProps) => (
  <Dialog open={open} title={title} onDismiss={null}>
    {children}
    <DialogFooter>
      <button type="button" className="button primary" onClick={onStored}>
        I have stored it
      </button>
    </DialogFooter>
  </Dialog>
);
