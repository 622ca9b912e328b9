import { useState } from 'react';
import { setPreferences, usePreferences } from '../preferences.ts';
import { useMayWrite } from '../session/may.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Key, sayKeys } from '../ui/key.tsx';
import { Switch } from '../ui/switch.tsx';
import { type ActionName, describeAction, groupActions } from './actions.ts';
import css from './shortcut-sheet.module.css';
import { useAction, useKeyboard } from './use-action.ts';

/** What the keyboard does while one types; not in the list of actions, since those rest while one types. */
const whileTyping = [
  { keys: 'Mod Enter', label: 'Send', writes: true },
  { keys: 'Mod Shift Enter', label: 'Send, and close the ticket', writes: true },
  { keys: 'Escape', label: 'Leave the field', writes: false },
];

/** All shortcuts, from the list that the keyboard itself follows. */
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
  const { isPossible } = useKeyboard();
  const { shortcuts } = usePreferences();
  const mayWrite = useMayWrite();
  const groups = groupActions(mayWrite);
  const lineOf = (name: ActionName): Line[] => {
    const { keys, label } = describeAction(name);
    return keys === undefined ? [] : [{ keys, label, possible: isPossible(name) }];
  };
  const typing = whileTyping.filter(({ writes }) => mayWrite || !writes).map(line => ({ ...line, possible: true }));
  return (
    <>
      <div className={css.about}>
        <p>
          {shortcuts ? 'Faint ones do nothing on this screen.' : 'Single keys do nothing now; those with others do.'}
        </p>
        <Switch label="Single keys" on={shortcuts} onChange={on => setPreferences({ shortcuts: on })} />
      </div>
      <div className={css.groups}>
        {groups.map(([group, names]) => (
          <Group key={group} title={group} lines={names.flatMap(lineOf)} />
        ))}
        <Group title="While typing" lines={typing} />
      </div>
    </>
  );
}

type Line = { keys: string; label: string; possible: boolean };

function Group({ title, lines }: { title: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {lines.map(({ keys, label, possible }) => (
          <div key={keys} data-possible={possible}>
            <dt>{label}</dt>
            <dd>
              <span className="visually-hidden">
                {sayKeys(keys)}
                {!possible && ', not possible here'}
              </span>
              <Key keys={keys} always />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
