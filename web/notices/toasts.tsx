import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useAction } from '../keyboard/use-action.ts';
import { useStore } from '../store.ts';
import { Icon } from '../ui/icon.tsx';
import { Key } from '../ui/key.tsx';
import { dismissNotice, notices, type ShownNotice } from './notices.ts';
import css from './toasts.module.css';

const usualMilliseconds = 10_000;
const mostInView = 3;

/**
 * Notices, for as long as it takes to read them, where they cover no control; of many, the newest. `z` does what the
 * newest one offers.
 */
export function Toasts() {
  const shown = useStore(notices);
  const offer = shown.findLast(({ action }) => action !== undefined);
  const { ref, onFocus, giveFocusBack } = useFocusBefore();
  const leave = ({ id }: ShownNotice): void => {
    giveFocusBack();
    dismissNotice(id);
  };
  const act = (notice: ShownNotice): void => {
    leave(notice);
    notice.action?.run();
  };
  useAction('undo', offer ? () => act(offer) : null);
  const inView = shown.slice(-mostInView);
  const those = (tone: ShownNotice['tone']) =>
    shown
      .filter(notice => notice.tone === tone)
      .map(notice => (
        <Toast
          key={notice.id}
          notice={notice}
          isOffer={notice === offer}
          hidden={!inView.includes(notice)}
          act={() => act(notice)}
          dismiss={() => leave(notice)}
        />
      ));
  return (
    <section ref={ref} className={css.toasts} aria-label="Notices" onFocus={onFocus}>
      <div role="status">{those('done')}</div>
      <div role="alert">{those('warning')}</div>
    </section>
  );
}

/** Where the focus was before it came into the notices: there it goes back when the one that has it disappears. */
function useFocusBefore() {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement>(null);
  const onFocus = ({ relatedTarget: from, currentTarget: toasts }: FocusEvent<HTMLElement>): void => {
    if (!(from instanceof Node && toasts.contains(from))) before.current = from instanceof HTMLElement ? from : null;
  };
  const giveFocusBack = (): void => {
    if (ref.current?.contains(document.activeElement)) before.current?.focus({ preventScroll: true });
  };
  return { ref, onFocus, giveFocusBack };
}

type ToastProps = {
  notice: ShownNotice;
  isOffer: boolean;
  /** Newer ones have its place for now. */
  hidden: boolean;
  act: () => void;
  dismiss: () => void;
};

function Toast({ notice, isOffer, hidden, act, dismiss }: ToastProps) {
  const [held, setHeld] = useState(false);
  const { id, tone, title, message, action, milliseconds = usualMilliseconds } = notice;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissNotice(id), milliseconds);
    return () => clearTimeout(timer);
  }, [held, id, milliseconds]);
  const hold = () => setHeld(true);
  const letGo = () => setHeld(false);
  return (
    <section
      className={css.toast}
      data-tone={tone}
      hidden={hidden}
      aria-label={title}
      onPointerEnter={hold}
      onPointerLeave={letGo}
      onFocus={hold}
      onBlur={letGo}
    >
      <div>
        <strong>{title}</strong>
        {message !== undefined && <p>{message}</p>}
      </div>
      {action && (
        <button type="button" className="button" onClick={act}>
          {action.label} {isOffer && <Key keys="z" />}
        </button>
      )}
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={dismiss}>
        <Icon name="cross" size={12} />
      </button>
    </section>
  );
}
