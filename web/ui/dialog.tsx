import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import css from './dialog.module.css';
import { Icon } from './icon.tsx';
import { openModal } from './open-modal.ts';
import { useTypingPause } from './use-typing-pause.ts';

type DialogProps = {
  open: boolean;
  title: string;
  /** Called when the user dismisses the dialog; null if the user must answer. */
  onDismiss: (() => void) | null;
  /** Position: centred, or along the left or right edge. On a phone, `right` is along the lower edge. */
  position?: 'middle' | 'left' | 'right';
  width?: number;
  /** Ignores clicks outside, which may be accidental. */
  ignoresOutsideClicks?: boolean;
  /** For a dialog that opens without user action. It waits for a pause in typing, so that no typed text is lost. */
  waitsForTypingPause?: boolean;
  children: ReactNode;
};

/** Makes browsers ignore Escape. Browsers without `closedby` need `onClose`. */
const ignoreEscape = { closedby: 'none' } as const;

/** A modal `<dialog>`, which traps and restores the focus and makes the page inert. */
export function Dialog(props: DialogProps) {
  const { open: isRequested, title, onDismiss, position = 'middle', width = 420, children } = props;
  const { ignoresOutsideClicks = false, waitsForTypingPause = false } = props;
  const paused = useTypingPause(isRequested && waitsForTypingPause);
  const open = isRequested && (paused || !waitsForTypingPause);
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect closes the dialog before it unmounts. A removed element does not restore the focus.
  useLayoutEffect(() => {
    if (open && element.current) return openModal(element.current);
    return undefined;
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key that dismisses a dialog is Escape, and arrives as `cancel`
    <dialog
      ref={element}
      className={css.dialog}
      data-position={position}
      style={{ width }}
      {...(onDismiss === null && ignoreEscape)}
      aria-labelledby={titleId}
      onCancel={event => {
        // The `cancel` event of a file picker bubbles, but must not close the dialog.
        if (event.target !== element.current) return;
        event.preventDefault();
        onDismiss?.();
      }}
      onClose={() => {
        // A second Escape in a row fires no `cancel` event and closes the dialog. If the user must answer, it reopens.
        if (open && onDismiss === null && !element.current?.open) element.current?.showModal();
      }}
      onClick={event => !ignoresOutsideClicks && event.target === element.current && onDismiss?.()}
    >
      {open && (
        <div className={css.content}>
          <header className={css.head}>
            <h2 id={titleId}>{title}</h2>
          </header>
          {children}
          {/* Last, so that the content gets the initial focus. */}
          {onDismiss && (
            <button type="button" className={`icon-button ${css.close}`} aria-label="Close" onClick={onDismiss}>
              <Icon name="cross" size={14} />
            </button>
          )}
        </div>
      )}
    </dialog>
  );
}
