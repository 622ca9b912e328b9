import { type ComponentProps, lazy } from 'react';
import { loadLater } from '../load-later.ts';
import { OnDemand } from '../on-demand.tsx';
import { Dialog } from '../ui/dialog.tsx';

const ViewForm = lazy(loadLater(() => import('./view-form.tsx')));

type ViewDialogProps = ComponentProps<typeof ViewForm> & { open: boolean; title: string };

/** Dialog to name and share a view. */
export function ViewDialog({ open, title, ...form }: ViewDialogProps) {
  return (
    <Dialog open={open} title={title} onDismiss={form.onCancel}>
      <OnDemand name={title} height="168px">
        <ViewForm {...form} />
      </OnDemand>
    </Dialog>
  );
}
