import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useAction } from '../keyboard/use-action.ts';
import { useStore } from '../storage/observable-store.ts';
import { Icon } from '../ui/icon.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { useFooterHeight } from './footer-height.ts';
import { setToastHeight } from './toast-spacer.tsx';
import { closeToast, type ShownToast, shownToasts } from './toast-store.ts';
import css from './toasts.module.css';

const defaultMilliseconds = 10_000;
const maxVisible = 3;
/** With less height above the footer, only the newest toast is visible. */
const severalToastsMinHeightPixels = 480;
/** Margin around the toasts. */
const gapPixels = 16;

/**
 * Shows the newest toasts. Covered content can be scrolled out from under the toasts (`ToastSpacer`). `z` runs the
 * newest toast's action. It skips unprompted toasts, and toasts without an action.
 */
export function Toasts() {
  const shown = useStore(shownToasts);
  const newestWithAction = shown.findLast(({ action, isUnprompted }) => action && !isUnprompted);
  const { ref, onFocus, restoreFocus } = useFocusRestore();
  const footerHeight = useFooterHeight();
  useSpacerHeight(ref);
  const close = ({ id }: ShownToast): void => {
    restoreFocus();
    closeToast(id);
  };
  const runAction = (toast: ShownToast): void => {
    close(toast);
    toast.action?.run();
  };
  useAction('undo', newestWithAction ? () => runAction(newestWithAction) : null);
  const { paused, ...pauseHandlers } = useTimerPause(ref, shown.length);
  const visible = shown.slice(innerHeight - footerHeight < severalToastsMinHeightPixels ? -1 : -maxVisible);
  const getToasts = (tone: ShownToast['tone']) =>
    shown
      .filter(toast => toast.tone === tone)
      .map(toast => (
        <Toast
          key={toast.id}
          toast={toast}
          hasShortcut={toast === newestWithAction}
          hidden={!visible.includes(toast)}
          paused={paused}
          onAction={() => runAction(toast)}
          onDismiss={() => close(toast)}
        />
      ));
  return (
    <section
      ref={ref}
      className={css.toasts}
      style={{ marginBottom: footerHeight }}
      aria-label="Status updates"
      onFocusCapture={onFocus}
      {...pauseHandlers}
    >
      <div role="status">{getToasts('done')}</div>
      <div role="alert">{getToasts('warning')}</div>
    </section>
  );
}

/** Pauses all timers on hover and focus. Otherwise a closing toast would move the other toasts under the pointer. */
function useTimerPause(ref: RefObject<HTMLElement | null>, count: number) {
  const [paused, setPaused] = useState(false);
  // A removed element fires neither pointerleave nor blur.
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked whenever the count changes
  useEffect(() => {
    if (count === 0 || !ref.current?.matches(':hover, :focus-within')) setPaused(false);
  }, [count]);
  const pause = () => setPaused(true);
  const resume = () => setPaused(ref.current?.matches(':hover, :focus-within') ?? false);
  return { paused, onPointerEnter: pause, onPointerLeave: resume, onFocus: pause, onBlur: resume };
}

/** Updates the height of the spacers in the scroll containers that the toasts cover. */
function useSpacerHeight(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const toasts = ref.current;
    if (!toasts) return undefined;
    const sizes = new ResizeObserver(() =>
      setToastHeight(toasts.offsetHeight === 0 ? 0 : toasts.offsetHeight + gapPixels),
    );
    sizes.observe(toasts);
    return () => sizes.disconnect();
  }, [ref]);
}

/** Restores the focus to its previous element when the focused toast closes. */
function useFocusRestore() {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement>(null);
  const onFocus = ({ relatedTarget: from, currentTarget: toasts }: FocusEvent<HTMLElement>): void => {
    if (!(from instanceof Node && toasts.contains(from))) before.current = from instanceof HTMLElement ? from : null;
  };
  const restoreFocus = (): void => {
    if (ref.current?.contains(document.activeElement)) before.current?.focus({ preventScroll: true });
  };
  return { ref, onFocus, restoreFocus };
}

type ToastProps = {
  toast: ShownToast;
  hasShortcut: boolean;
  /** Whether the toast is hidden because newer toasts take its space. */
  hidden: boolean;
  paused: boolean;
  onAction: () => void;
  onDismiss: () => void;
};

function Toast({ toast, hasShortcut, hidden, paused, onAction, onDismiss }: ToastProps) {
  const { id, tone, title, message, reference, action, milliseconds = defaultMilliseconds } = toast;
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => closeToast(id), milliseconds);
    return () => clearTimeout(timer);
  }, [paused, id, milliseconds]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a named section is a landmark, and two toasts may have the same name
    <div className={css.toast} role="group" data-tone={tone} hidden={hidden} aria-label={title}>
      <div dir="auto">
        <strong>{title}</strong>
        {message !== undefined && <p>{message}</p>}
        {reference != null && <small className="reference">{reference}</small>}
      </div>
      {action && (
        <button type="button" className="button" onClick={onAction}>
          {action.label} {hasShortcut && <KeyHint keys="z" />}
        </button>
      )}
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={onDismiss}>
        <Icon name="cross" size={12} />
      </button>
    </div>
  );
}
