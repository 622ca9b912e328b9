import {
  Fragment,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import css from './popup.module.css';
import { usePlaced } from './use-placed.ts';

type PopupProps = {
  /** What opens, for screen readers. */
  label: string;
  /** The button's inside. */
  button: ReactNode;
  buttonClass?: string | undefined;
  /** Which edges of button and popup meet. */
  align?: 'start' | 'end';
  /** Pixels. */
  width: number;
  /** Gets the way to open it from elsewhere. */
  opener?: RefObject<(() => void) | null>;
  /** Gets the button. */
  anchor?: RefObject<HTMLButtonElement | null>;
  /** What opens; shown only then, and anew each time. `close` gives the focus back; it does nothing to a later opening. */
  children: (close: () => void) => ReactNode;
};

const gap = 6;
const margin = 8;

/** A button and what it opens beside itself: the browser's own popover, which a click elsewhere or Escape closes. */
export function Popup({ label, button, buttonClass, align = 'start', width, opener, children, ...props }: PopupProps) {
  /** Counts the openings; 0 while it is closed. */
  const [opening, setOpening] = useState(0);
  const lastOpening = useRef(0);
  const id = useId();
  const ownAnchor = useRef<HTMLButtonElement>(null);
  const anchor = props.anchor ?? ownAnchor;
  const popup = useRef<HTMLDivElement>(null);
  useImperativeHandle(opener, () => () => popup.current?.showPopover());
  const place = (): void => {
    if (!anchor.current || !popup.current) return;
    Object.assign(popup.current.style, placeBeside(anchor.current.getBoundingClientRect(), width, align));
  };
  usePlaced(opening > 0, place);
  useFocusOnOpen(popup, opening);
  useCloseOutOfView(opening > 0, anchor, popup);
  const begin = ({ newState }: ToggleEvent): void => {
    if (newState !== 'open') return;
    setOpening(++lastOpening.current);
    place();
  };
  // What is inside stays until the popup has closed: while the focus is in it, the browser gives the focus back.
  const end = ({ newState }: ToggleEvent): void => {
    if (newState === 'closed') setOpening(0);
  };
  const close = (): void => {
    if (opening === lastOpening.current) popup.current?.hidePopover();
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={buttonClass}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={opening > 0}
      >
        {button}
      </button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={css.popup}
        onBeforeToggle={begin}
        onToggle={end}
        style={{ width }}
      >
        {opening > 0 && <Fragment key={opening}>{children(close)}</Fragment>}
      </div>
    </>
  );
}

/**
 * Focuses the first control before the next key arrives; the `toggle` event is too late for that. After a click React
 * renders the inside just before the browser shows the popup, and `autofocus` tells the browser what to focus. After
 * `showPopover` it renders it just after.
 */
function useFocusOnOpen(popup: RefObject<HTMLElement | null>, opening: number): void {
  useLayoutEffect(() => {
    if (opening === 0) return;
    const first = popup.current?.querySelector<HTMLElement>(':is(input, select, textarea, button):enabled');
    first?.setAttribute('autofocus', '');
    first?.focus();
  }, [popup, opening]);
}

/** Closes a menu when its button leaves the view. A form stays open: a phone's keyboard may push its button away. */
function useCloseOutOfView(
  isOpen: boolean,
  anchor: RefObject<HTMLElement | null>,
  popup: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (!isOpen || !anchor.current) return;
    let wasInView = false;
    const view = new IntersectionObserver(entries => {
      const isInView = entries.at(-1)?.isIntersecting ?? false;
      const isForm = popup.current?.querySelector('input, select, textarea') != null;
      if (wasInView && !isInView && !isForm) popup.current?.hidePopover();
      wasInView = isInView;
    });
    view.observe(anchor.current);
    return () => view.disconnect();
  }, [isOpen, anchor, popup]);
}

/** Below the button, or above it where it stands low; never beyond the window's edge, even where the button is. */
function placeBeside(anchor: DOMRect, width: number, align: 'start' | 'end'): Partial<CSSStyleDeclaration> {
  const wanted = align === 'start' ? anchor.left : anchor.right - width;
  const left = Math.max(margin, Math.min(wanted, innerWidth - width - margin));
  const [top, bottom] = [Math.min(anchor.top, innerHeight), Math.max(anchor.bottom, 0)];
  const below = bottom < innerHeight * 0.6;
  const room = below ? innerHeight - bottom : top;
  return {
    left: `${left}px`,
    top: below ? `${bottom + gap}px` : 'auto',
    bottom: below ? 'auto' : `${innerHeight - top + gap}px`,
    maxHeight: `${room - gap - margin}px`,
  };
}
