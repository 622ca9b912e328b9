import { useState } from 'react';
import { useMayWrite } from '../session/may.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Key } from '../ui/key.tsx';
import { groupActions } from './actions.ts';
import css from './shortcut-sheet.module.css';
import { useAction } from './use-action.ts';

/** What the keyboard does while one types; not in the list of actions, since those rest while one types. */
const whileTyping = [
  { keys: 'Mod Enter', label: 'Send' },
  { keys: 'Escape', label: 'Leave the field' },
];

/** All shortcuts, from the list that the keyboard itself follows. */
export function ShortcutSheet() {
  const [open, setOpen] = useState(false);
  useAction('shortcuts', () => setOpen(true));
  return (
    <Dialog open={open} title="Keyboard shortcuts" onDismiss={() => setOpen(false)} width={620}>
      <div className={css.groups}>
        {groupActions(useMayWrite()).map(([group, entries]) => (
          <Group key={group} title={group} entries={entries} />
        ))}
        <Group title="While typing" entries={whileTyping} />
      </div>
    </Dialog>
  );
}

function Group({ title, entries }: { title: string; entries: readonly { keys: string; label: string }[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {entries.map(({ keys, label }) => (
          <div key={keys}>
            <dt>{label}</dt>
            <dd>
              <span className="visually-hidden">{keys.replace(' ', ' then ')}</span>
              <Key keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
