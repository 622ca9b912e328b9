import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Broken } from '../broken.tsx';
import { useAction } from '../keyboard/use-action.ts';
import { Dialog } from '../ui/dialog.tsx';
import { usePersonActions } from './use-person-actions.ts';

const Preferences = lazy(() => import('./preferences.tsx'));
const PasswordForm = lazy(() => import('./password-form.tsx'));

const titles = { preferences: 'Preferences', password: 'Change your password' } as const;

/** After an upgrade of the desk the file may be gone; the page beneath is still good. */
const BrokenDialog = () => <Broken height="320px" />;

/** What somebody likes and who they are, from anywhere. */
export function PersonDialogs() {
  const [shown, show] = useState<keyof typeof titles | null>(null);
  usePersonActions(() => show('preferences'));
  useAction('password', () => show('password'));
  const close = () => show(null);
  return (Object.keys(titles) as (keyof typeof titles)[]).map(name => (
    <Dialog
      key={name}
      open={shown === name}
      title={titles[name]}
      onDismiss={close}
      width={name === 'password' ? 420 : 520}
    >
      <CatchBoundary getResetKey={() => name} errorComponent={BrokenDialog}>
        <Suspense fallback={<div style={{ height: 320 }} aria-busy="true" />}>
          {name === 'preferences' ? <Preferences /> : <PasswordForm onDone={close} />}
        </Suspense>
      </CatchBoundary>
    </Dialog>
  ));
}
