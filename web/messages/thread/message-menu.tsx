import { type KeyboardEvent, useState } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Popup } from '../../ui/popup.tsx';
import css from './message-menu.module.css';

type MessageMenuProps = {
  /** Whose it is, for screen readers: "Reply, Mara Okafor". */
  of: string;
  text: string;
  /** The path that leads to it. */
  path: string;
  /** Null where the person may not. */
  onEdit: (() => void) | null;
  onDelete: (() => void) | null;
};

const thanksMilliseconds = 900;

/** What can be done with a message. Seen on hover and focus, and always where nothing hovers. */
export function MessageMenu({ of, text, path, onEdit, onDelete }: MessageMenuProps) {
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
            // biome-ignore lint/a11y/noStaticElementInteractions: only hears the keys of its buttons
            <div className={css.items} onKeyDown={moveAmongItems}>
              {onEdit && (
                <button type="button" onClick={closing(onEdit)}>
                  <Icon name="pencil" size={14} /> Edit
                </button>
              )}
              <CopyItem icon="copy" label="Copy text" text={text} onDone={close} />
              <CopyItem icon="link" label="Copy link" text={location.origin + path} onDone={close} />
              {onDelete && (
                <button type="button" className={css.danger} onClick={closing(onDelete)}>
                  <Icon name="trash" size={14} /> Delete…
                </button>
              )}
            </div>
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
    <button type="button" onClick={copy}>
      <Icon name={said === 'Copied' ? 'tick' : icon} size={14} /> <span aria-live="polite">{said ?? label}</span>
    </button>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function moveAmongItems(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll('button')];
  const index = items.findIndex(item => item.matches(':focus'));
  items.at((index + step) % items.length)?.focus();
}
