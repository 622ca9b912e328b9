import { lazy, useState } from 'react';
import { LazyBoundary } from '../app/lazy-boundary.tsx';
import { lazyChunk } from '../app/lazy-chunks.ts';
import { useAction } from '../keyboard/use-action.ts';
import { useConnectedAppsUrl, useSecurityUrl } from '../session/queries.ts';
import { useSignOut } from '../session/sign-out.ts';
import { densities, densityLabels, setPreferences, usePreferences } from '../storage/preferences.ts';
import { themeLabels, themeNames, useTheme } from '../storage/theme-choice.ts';
import { Dialog } from '../ui/dialog.tsx';

const Preferences = lazy(lazyChunk(() => import('./preferences-form.tsx')));
const PasswordForm = lazy(lazyChunk(() => import('./password-form.tsx')));

const titles = { preferences: 'Preferences', password: 'Change your password' } as const;

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

function useAccountActions(openPreferences: () => void): void {
  const { density, shortcuts } = usePreferences();
  const [theme, chooseTheme] = useTheme();
  const { mutate: signOut } = useSignOut();
  const connectedAppsUrl = useConnectedAppsUrl();
  const securityUrl = useSecurityUrl();
  useAction('preferences', openPreferences);
  useAction('theme', openPreferences, {
    choices: () =>
      themeNames.map(name => ({
        value: name,
        label: themeLabels[name],
        chosen: name === theme,
        choose: () => chooseTheme(name),
      })),
  });
  useAction('density', openPreferences, {
    choices: () =>
      densities.map(each => ({
        value: each,
        label: densityLabels[each],
        chosen: each === density,
        choose: () => setPreferences({ density: each }),
      })),
  });
  useAction('shortcuts.off', shortcuts ? () => setPreferences({ shortcuts: false }) : null);
  useAction('shortcuts.on', shortcuts ? null : () => setPreferences({ shortcuts: true }));
  useAction('sign-in-security', () => void window.open(securityUrl, '_blank', 'noopener'));
  useAction('connected-apps', () => void window.open(connectedAppsUrl, '_blank', 'noopener'));
  useAction('sign-out', () => signOut());
}
