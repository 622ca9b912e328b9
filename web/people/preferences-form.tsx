import type { ReactNode } from 'react';
import { version } from '../../package.json';
import { useRunAction } from '../keyboard/use-action.ts';
import { NotificationPreferencesTable } from '../notifications/preferences.tsx';
import { densities, densityLabels, setPreferences, usePreferences } from '../storage/preferences.ts';
import { themeLabels, themeNames, useTheme } from '../storage/theme-choice.ts';
import type { IconName } from '../ui/icon.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Switch } from '../ui/switch.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';
import css from './preferences-form.module.css';

const themeIcons: Readonly<Record<(typeof themeNames)[number], IconName>> = {
  light: 'sun',
  dark: 'moon',
  auto: 'screen',
};

/** Preferences of this browser, and the notification preferences of the person. Each takes effect immediately. */
export default function PreferencesForm() {
  const { density, shortcuts, showsPresence } = usePreferences();
  const [theme, chooseTheme] = useTheme();
  const run = useRunAction();
  const first = useFirstFocus<HTMLDivElement>();
  return (
    <div ref={first} className={css.preferences}>
      <Row title="Theme" about="System matches your device.">
        <SegmentedControl
          label="Theme"
          segments={themeNames.map(value => ({ value, label: themeLabels[value], icon: themeIcons[value] }))}
          chosen={theme}
          onChoose={chooseTheme}
        />
      </Row>
      <Row title="Density" about="How many rows fit on the screen.">
        <SegmentedControl
          label="Density"
          segments={densities.map(value => ({ value, label: densityLabels[value] }))}
          chosen={density}
          onChoose={value => setPreferences({ density: value })}
        />
      </Row>
      <Row
        title="Keyboard"
        about={
          <>
            <KeyHint keys="Mod k" /> always opens the command palette.
          </>
        }
      >
        <Switch label="Single-key shortcuts" on={shortcuts} onChange={on => setPreferences({ shortcuts: on })} />
      </Row>
      <Row title="Presence" about="Colleagues see that you are viewing a ticket or writing in it.">
        <Switch
          label="Show others which ticket I have open"
          on={showsPresence}
          onChange={on => setPreferences({ showsPresence: on })}
        />
      </Row>
      <Row title="Notifications" about="Saved in your account. The preferences above are saved in this browser.">
        <NotificationPreferencesTable />
      </Row>
      <footer>
        <span className="number">Stardesk {version}</span>
        <button type="button" className="button" onClick={() => run('shortcuts')}>
          All shortcuts <KeyHint keys="?" />
        </button>
      </footer>
    </div>
  );
}

function Row({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  return (
    <section className={css.row}>
      <div>
        <h3>{title}</h3>
        <p>{about}</p>
      </div>
      {children}
    </section>
  );
}
