import { useAction } from '../keyboard/use-action.ts';
import { useSignOut } from '../session/sign-out.ts';
import { densities, setPreferences, usePreferences } from '../storage/preferences.ts';
import { themeLabels, themeNames, useTheme } from '../storage/theme-choice.ts';
import { useConnectedAppsUrl } from './connected-apps-url.ts';
import { densityLabels } from './density-labels.ts';

/** Registers the account and preference actions. */
export function useAccountActions(openPreferences: () => void): void {
  const { density, shortcuts } = usePreferences();
  const [theme, chooseTheme] = useTheme();
  const { mutate: signOut } = useSignOut();
  const connectedAppsUrl = useConnectedAppsUrl();
  useAction('preferences', openPreferences);
  useAction('theme', openPreferences, {
    choices: () =>
      themeNames.map(name => ({ label: themeLabels[name], chosen: name === theme, choose: () => chooseTheme(name) })),
  });
  useAction('density', openPreferences, {
    choices: () =>
      densities.map(each => ({
        label: densityLabels[each],
        chosen: each === density,
        choose: () => setPreferences({ density: each }),
      })),
  });
  useAction('shortcuts.off', shortcuts ? () => setPreferences({ shortcuts: false }) : null);
  useAction('shortcuts.on', shortcuts ? null : () => setPreferences({ shortcuts: true }));
  useAction('programs', () => void window.open(connectedAppsUrl, '_blank', 'noopener'));
  useAction('sign-out', () => signOut());
}
