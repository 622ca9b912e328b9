import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useAction } from '../keyboard/use-action.ts';
import { useStore } from '../store.ts';
import { Icon } from '../ui/icon.tsx';
import { Key } from '../ui/key.tsx';
import { useFoot } from './foot.ts';
import { dismissNotice, notices, type ShownNotice } from './notices.ts';
import { wantRoom } from './room.ts';
import css from './toasts.module.css';

const usualMilliseconds = 10_000;
const mostInView = 3;
/** Where less is left above what stands at the foot, the newest one is enough, in pixels. */
const roomForSeveral = 480;
/** What is left free around them, in pixels. */
const gap = 16;

/**
 * Notices, for as long as it takes to read them, where they cover no control; of many, the newest. `z` does what the
 * newest one offers.
 */
export function Toasts() {
  const shown = useStore(notices);
  const offer = shown.findLast(({ action }) => action !== undefined);
  const { ref, onFocus, giveFocusBack } = useFocusBefore();
  const foot = useFoot();
  useRoomFor(ref);
  const leave = ({ id }: ShownNotice): void => {
    giveFocusBack();
    dismissNotice(id);
  };
  const act = (notice: ShownNotice): void => {
    leave(notice);
    notice.action?.run();
  };
  useAction('undo', offer ? () => act(offer) : null);
  const { held, ...attention } = useAttention(ref, shown.length);
  const inView = shown.slice(innerHeight - foot < roomForSeveral ? -1 : -mostInView);
  const those = (tone: ShownNotice['tone']) =>
    shown
      .filter(notice => notice.tone === tone)
      .map(notice => (
        <Toast
          key={notice.id}
          notice={notice}
          isOffer={notice === offer}
          hidden={!inView.includes(notice)}
          held={held}
          act={() => act(notice)}
          dismiss={() => leave(notice)}
        />
      ));
  return (
    <section
      ref={ref}
      className={css.toasts}
      style={{ marginBottom: foot }}
      aria-label="Notices"
      onFocusCapture={onFocus}
      {...attention}
    >
      <div role="status">{those('done')}</div>
      <div role="alert">{those('warning')}</div>
    </section>
  );
}

/** Whether somebody is at one of the notices: then none goes, as the others would change places under the pointer. */
function useAttention(ref: RefObject<HTMLElement | null>, count: number) {
  const [held, setHeld] = useState(false);
  // What goes with the pointer or the focus on it may do so in silence.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there are fewer
  useEffect(() => {
    if (count === 0 || !ref.current?.matches(':hover, :focus-within')) setHeld(false);
  }, [count]);
  const hold = () => setHeld(true);
  const letGo = () => setHeld(false);
  return { held, onPointerEnter: hold, onPointerLeave: letGo, onFocus: hold, onBlur: letGo };
}

/** Lets what lies beneath be scrolled above them. */
function useRoomFor(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const toasts = ref.current;
    if (!toasts) return undefined;
    const sizes = new ResizeObserver(() => wantRoom(toasts.offsetHeight === 0 ? 0 : toasts.offsetHeight + gap));
    sizes.observe(toasts);
    return () => sizes.disconnect();
  }, [ref]);
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
  /** Stays for as long as this is so. */
  held: boolean;
  act: () => void;
  dismiss: () => void;
};

function Toast({ notice, isOffer, hidden, held, act, dismiss }: ToastProps) {
  const { id, tone, title, message, reference, action, milliseconds = usualMilliseconds } = notice;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissNotice(id), milliseconds);
    return () => clearTimeout(timer);
  }, [held, id, milliseconds]);
  return (
    <section className={css.toast} data-tone={tone} hidden={hidden} aria-label={title}>
      <div>
        <strong>{title}</strong>
        {message !== undefined && <p>{message}</p>}
        {reference != null && <small className="reference">{reference}</small>}
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
