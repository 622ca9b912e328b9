import { useId, useState } from 'react';
import { useCanWriteTickets } from '../session/permissions.ts';
import { setPreferences, usePreferences } from '../storage/preferences.ts';
import { Dialog } from '../ui/dialog.tsx';
import { formatSpokenKeys, KeyHint } from '../ui/key-hint.tsx';
import { Switch } from '../ui/switch.tsx';
import { type ActionName, describeAction, groupShortcuts, type ShortcutRow } from './actions.ts';
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
  const isPossible = (name: ActionName): boolean => describeAction(name).scope !== undefined || isAvailable(name);
  return (
    <>
      <div className={css.about}>
        <p>
          {shortcuts
            ? 'Dimmed shortcuts don’t work here. Text typed outside a field is ignored.'
            : 'Single-key shortcuts are off. Key combinations still work.'}
        </p>
        <Switch label="Single-key shortcuts" on={shortcuts} onChange={on => setPreferences({ shortcuts: on })} />
      </div>
      <div className={css.groups}>
        {groupShortcuts(mayWrite).map(([group, rows]) => (
          <Group key={group} title={group} rows={rows} isPossible={isPossible} />
        ))}
      </div>
    </>
  );
}

type GroupProps = { title: string; rows: readonly ShortcutRow[]; isPossible: (name: ActionName) => boolean };

function Group({ title, rows, isPossible }: GroupProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      <dl>
        {rows.map(({ label, name, keys }) => (
          <div key={label} data-possible={isPossible(name)}>
            <dt>{label}</dt>
            <dd>
              <span className="visually-hidden">
                {keys.map(formatSpokenKeys).join(' or ')}
                {!isPossible(name) && ', unavailable here'}
              </span>
              {keys.map(each => (
                <KeyHint key={each} keys={each} always />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
