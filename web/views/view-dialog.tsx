import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense } from 'react';
import { Broken } from '../broken.tsx';
import { Dialog } from '../ui/dialog.tsx';

const ViewForm = lazy(() => import('./view-form.tsx'));

const height = '168px';

/** After an upgrade of the desk the form's file may be gone; the page beneath is still good. */
const BrokenForm = () => <Broken height={height} />;

type ViewDialogProps = ComponentProps<typeof ViewForm> & { open: boolean; title: string };

/** The dialog in which a view gets its name. */
export function ViewDialog({ open, title, ...form }: ViewDialogProps) {
  return (
    <Dialog open={open} title={title} onDismiss={form.onCancel}>
      <CatchBoundary getResetKey={() => title} errorComponent={BrokenForm}>
        <Suspense fallback={<div style={{ height }} aria-busy="true" />}>
          <ViewForm {...form} />
        </Suspense>
      </CatchBoundary>
    </Dialog>
  );
}
