import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import css from './dialog.module.css';
import { Icon } from './icon.tsx';
import { openModal } from './modal.ts';
import { usePause } from './use-pause.ts';

type DialogProps = {
  open: boolean;
  title: string;
  /** Called when the person dismisses it; null for a dialog that must be answered. */
  onDismiss: (() => void) | null;
  /** Where it appears: in the middle, or along the left edge. */
  place?: 'middle' | 'left';
  width?: number;
  /** Only its key and its buttons dismiss it: a click beside it may be one too many. */
  strict?: boolean;
  /** It comes by itself, and waits for a pause in typing: what was meant for the page must not go into it. */
  unasked?: boolean;
  children: ReactNode;
};

/** A modal dialog, by the browser's own element: it traps focus, makes the page inert and gives focus back. */
export function Dialog({
  open: wanted,
  title,
  onDismiss,
  place = 'middle',
  width = 420,
  strict = false,
  unasked = false,
  children,
}: DialogProps) {
  const paused = usePause(wanted && unasked);
  const open = wanted && (paused || !unasked);
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before the page is painted, and closed while it is still there: an element that is gone gives no focus back.
  useLayoutEffect(() => {
    if (open && element.current) return openModal(element.current);
    return undefined;
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key that dismisses a dialog is Escape, and arrives as `cancel`
    <dialog
      ref={element}
      className={css.dialog}
      data-place={place}
      style={{ width }}
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault();
        onDismiss?.();
      }}
      onClick={event => !strict && event.target === element.current && onDismiss?.()}
    >
      {open && (
        <div className={css.content}>
          <header className={css.head}>
            <h2 id={titleId}>{title}</h2>
          </header>
          {children}
          {/* Last, so that what the dialog is for has the focus when it opens. */}
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
