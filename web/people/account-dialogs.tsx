import { lazy, useState } from 'react';
import { LazyBoundary } from '../app/lazy-boundary.tsx';
import { lazyChunk } from '../app/lazy-chunks.ts';
import { useAction } from '../keyboard/use-action.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useAccountActions } from './use-account-actions.ts';

const Preferences = lazy(lazyChunk(() => import('./preferences-form.tsx')));
const PasswordForm = lazy(lazyChunk(() => import('./password-form.tsx')));

const titles = { preferences: 'Preferences', password: 'Change your password' } as const;

/** The dialogs of the account menu. */
export function AccountDialogs() {
  const [shown, setShown] = useState<keyof typeof titles | null>(null);
  useAccountActions(() => setShown('preferences'));
  useAction('password', () => setShown('password'));
  const close = () => setShown(null);
  return (Object.keys(titles) as (keyof typeof titles)[]).map(name => (
    <Dialog
      key={name}
      open={shown === name}
      title={titles[name]}
      onDismiss={close}
      width={name === 'password' ? 420 : 520}
    >
      <LazyBoundary name={name} height="320px">
        {name === 'preferences' ? <Preferences /> : <PasswordForm onDone={close} />}
      </LazyBoundary>
    </Dialog>
  ));
}
