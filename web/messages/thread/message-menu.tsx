import { useState } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { MenuItem } from '../../ui/menu-item.tsx';
import { MenuList } from '../../ui/menu-list.tsx';
import { Popup } from '../../ui/popup.tsx';
import css from './message-menu.module.css';

type MessageMenuProps = {
  /** Whose it is, for screen readers: "Reply, Mara Okafor". */
  of: string;
  text: string;
  /** The path that leads to it. */
  path: string;
  /** While it is being saved, it can be neither edited nor deleted. */
  isSaving: boolean;
  /** Null where the person may not edit. */
  onEdit: (() => void) | null;
  /** Null where the person may not delete. */
  onDelete: (() => void) | null;
};

const thanksMilliseconds = 900;

/** What can be done with a message. Seen on hover and focus, and always where nothing hovers. */
export function MessageMenu({ of, text, path, isSaving, onEdit, onDelete }: MessageMenuProps) {
  return (
    <span className={css.menu}>
      <Popup
        label={`Actions: ${of}`}
        button={
          <>
            <Icon name="dots" />
            <span className="visually-hidden">Actions: {of}</span>
          </>
        }
        buttonClass="icon-button"
        align="end"
        width={180}
      >
        {close => {
          const closing = (act: () => void) => () => {
            close();
            act();
          };
          return (
            <MenuList>
              {onEdit && (
                <MenuItem icon="pencil" disabled={isSaving} onChoose={closing(onEdit)}>
                  Edit
                </MenuItem>
              )}
              <CopyItem icon="copy" label="Copy text" text={text} onDone={close} />
              <CopyItem icon="link" label="Copy link" text={location.origin + path} onDone={close} />
              {onDelete && (
                <MenuItem icon="trash" dangerous disabled={isSaving} onChoose={closing(onDelete)}>
                  Delete…
                </MenuItem>
              )}
            </MenuList>
          );
        }}
      </Popup>
    </span>
  );
}

type CopyItemProps = { icon: IconName; label: string; text: string; onDone: () => void };

function CopyItem({ icon, label, text, onDone }: CopyItemProps) {
  const [said, say] = useState<string | null>(null);
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => {
        say('Copied');
        setTimeout(onDone, thanksMilliseconds);
      },
      () => say('The browser forbids it'),
    );
  return (
    <MenuItem icon={said === 'Copied' ? 'tick' : icon} onChoose={copy}>
      <span aria-live="polite">{said ?? label}</span>
    </MenuItem>
  );
}
