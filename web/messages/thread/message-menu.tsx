import { useState } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { MenuItem } from '../../ui/menu-item.tsx';
import { MenuList } from '../../ui/menu-list.tsx';
import { Popup } from '../../ui/popup.tsx';
import css from './message-menu.module.css';

type MessageMenuProps = {
  /** The name of the message for screen readers: "message of Mara Okafor". */
  name: string;
  text: string;
  path: string;
  /** Disables editing and deleting. */
  isSaving: boolean;
  /** Null without permission. */
  onEdit: (() => void) | null;
  /** Null unless the message arrived by email. */
  onShowOriginal: (() => void) | null;
  /** Null if the message cannot be forwarded. */
  onForward: (() => void) | null;
  /** Null without permission. */
  onDelete: (() => void) | null;
};

const confirmationMilliseconds = 900;

/** Actions menu of a message. Visible on hover and focus, and always on touch screens. */
export function MessageMenu(props: MessageMenuProps) {
  const { name, text, path, isSaving, onEdit, onShowOriginal, onForward, onDelete } = props;
  return (
    <span className={css.menu}>
      <Popup
        label={`Actions: ${name}`}
        button={
          <>
            <Icon name="dots" />
            <span className="visually-hidden">Actions: {name}</span>
          </>
        }
        buttonClass="icon-button"
        align="end"
        width={180}
      >
        {close => {
          const closeAnd = (act: () => void) => () => {
            close();
            act();
          };
          return (
            <MenuList>
              {onEdit && (
                <MenuItem icon="pencil" disabled={isSaving} onChoose={closeAnd(onEdit)}>
                  Edit
                </MenuItem>
              )}
              {onForward && (
                <MenuItem icon="forward" keys="f" onChoose={closeAnd(onForward)}>
                  Forward
                </MenuItem>
              )}
              {onShowOriginal && (
                <MenuItem icon="mail" onChoose={closeAnd(onShowOriginal)}>
                  Show original
                </MenuItem>
              )}
              <CopyItem icon="copy" label="Copy text" text={text} onDone={close} />
              <CopyItem icon="link" label="Copy link" text={location.origin + path} onDone={close} />
              {onDelete && (
                <MenuItem icon="trash" dangerous disabled={isSaving} onChoose={closeAnd(onDelete)}>
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
  const [feedback, setFeedback] = useState<string | null>(null);
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => {
        setFeedback('Copied');
        setTimeout(onDone, confirmationMilliseconds);
      },
      () => setFeedback('Blocked by the browser'),
    );
  return (
    <MenuItem icon={feedback === 'Copied' ? 'tick' : icon} onChoose={copy}>
      <span aria-live="polite">{feedback ?? label}</span>
    </MenuItem>
  );
}
