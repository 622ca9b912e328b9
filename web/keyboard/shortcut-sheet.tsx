import { useId, useState } from 'react';
import { useCanWriteTickets } from '../session/permissions.ts';
import { setPreferences, usePreferences } from '../storage/preferences.ts';
import { Dialog } from '../ui/dialog.tsx';
import { formatSpokenKeys, KeyHint } from '../ui/key-hint.tsx';
import { Switch } from '../ui/switch.tsx';
import { type ActionName, describeAction, groupActions } from './actions.ts';
import css from './shortcut-sheet.module.css';
import { useAction, useKeyboard } from './use-action.ts';

export function ShortcutSheet() {
  const [open, setOpen] = useState(false);
  useAction('shortcuts', () => setOpen(true));
  return (
    <Dialog open={open} title="Keyboard shortcuts" onDismiss={() => setOpen(false)} width={1000}>
      <Sheet />
    </Dialog>
  );
}

function Sheet() {
  const { isAvailable } = useKeyboard();
  const { shortcuts } = usePreferences();
  const mayWrite = useCanWriteTickets();
  const groups = groupActions(mayWrite);
  const toLines = (name: ActionName): Line[] => {
    const { keys, label, scope } = describeAction(name);
    return keys === undefined ? [] : [{ keys, label, possible: scope !== undefined || isAvailable(name) }];
  };
  return (
    <>
      <div className={css.about}>
        <p>
          {shortcuts
            ? 'Dimmed shortcuts don’t work here. Keys pressed as fast as typing are ignored.'
            : 'Single-key shortcuts are off. Key combinations still work.'}
        </p>
        <Switch label="Single keys" on={shortcuts} onChange={on => setPreferences({ shortcuts: on })} />
      </div>
      <div className={css.groups}>
        {groups.map(([group, names]) => (
          <Group key={group} title={group} lines={names.flatMap(toLines)} />
        ))}
      </div>
    </>
  );
}

type Line = { keys: string; label: string; possible: boolean };

function Group({ title, lines }: { title: string; lines: readonly Line[] }) {
  const titleId = useId();
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      <dl>
        {lines.map(({ keys, label, possible }) => (
          <div key={keys} data-possible={possible}>
            <dt>{label}</dt>
            <dd>
              <span className="visually-hidden">
                {formatSpokenKeys(keys)}
                {!possible && ', unavailable here'}
              </span>
              <KeyHint keys={keys} always />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
