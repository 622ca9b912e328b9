import { type ComponentProps, lazy } from 'react';
import { LazyBoundary } from '../../app/lazy-boundary.tsx';
import { lazyChunk } from '../../app/lazy-chunks.ts';
import { Dialog } from '../../ui/dialog.tsx';

const ViewForm = lazy(lazyChunk(() => import('./view-form.tsx')));

type ViewDialogProps = ComponentProps<typeof ViewForm> & { open: boolean; title: string };

export function ViewDialog({ open, title, ...form }: ViewDialogProps) {
  return (
    <Dialog open={open} title={title} onDismiss={form.onCancel}>
      <LazyBoundary name={title} height="168px">
        <ViewForm {...form} />
      </LazyBoundary>
    </Dialog>
  );
}
