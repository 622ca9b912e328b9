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
import { useReposition } from './use-reposition.ts';

type PopupProps = {
  /** Label of the popup for screen readers. */
  label: string;
  button: ReactNode;
  buttonClass?: string | undefined;
  /** Aligned edges of button and popup. */
  align?: 'start' | 'end';
  /** In pixels. */
  width: number;
  /** Receives a function that opens the popup. */
  opener?: RefObject<(() => void) | null>;
  /** Receives the button. */
  anchor?: RefObject<HTMLButtonElement | null>;
  /** Content, mounted on each opening. `close` restores the focus, and only affects its own opening. */
  children: (close: () => void) => ReactNode;
};

const gapPixels = 6;
const marginPixels = 8;

/** A button with a native popover, which closes on Escape and on clicks outside. */
export function Popup({ label, button, buttonClass, align = 'start', width, opener, children, ...props }: PopupProps) {
  /** Number of the current opening; 0 while closed. */
  const [opening, setOpening] = useState(0);
  const lastOpening = useRef(0);
  const id = useId();
  const ownAnchor = useRef<HTMLButtonElement>(null);
  const anchor = props.anchor ?? ownAnchor;
  const popup = useRef<HTMLDivElement>(null);
  useImperativeHandle(opener, () => () => popup.current?.showPopover());
  const updatePosition = (): void => {
    if (!anchor.current || !popup.current) return;
    Object.assign(popup.current.style, getPosition(anchor.current.getBoundingClientRect(), width, align));
  };
  useReposition(opening > 0, updatePosition);
  useFocusOnOpen(popup, opening);
  useCloseOutOfView(opening > 0, anchor, popup);
  const handleBeforeToggle = ({ newState }: ToggleEvent): void => {
    if (newState !== 'open') return;
    setOpening(++lastOpening.current);
    updatePosition();
  };
  // Unmounts the content after closing: browsers restore the focus only from inside the popup.
  const handleToggle = ({ newState }: ToggleEvent): void => {
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
        onBeforeToggle={handleBeforeToggle}
        onToggle={handleToggle}
        style={{ width }}
      >
        {opening > 0 && <Fragment key={opening}>{children(close)}</Fragment>}
      </div>
    </>
  );
}

/**
 * Focuses the first control before the next key; the `toggle` event would be too late. After a click, React renders the
 * content before the browser shows the popup, so the browser focuses the control with `autofocus`. `showPopover` shows
 * the popup before React renders, so `focus` is called.
 */
function useFocusOnOpen(popup: RefObject<HTMLElement | null>, opening: number): void {
  useLayoutEffect(() => {
    if (opening === 0) return;
    const first = popup.current?.querySelector<HTMLElement>(':is(input, select, textarea, button):enabled');
    first?.setAttribute('autofocus', '');
    first?.focus();
  }, [popup, opening]);
}

/**
 * Closes a menu when its button leaves the view. Forms stay open, since a phone's keyboard may push the button away.
 */
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

/** Returns a position below the button, or above it near the bottom of the window. Always inside the window. */
function getPosition(anchor: DOMRect, width: number, align: 'start' | 'end'): Partial<CSSStyleDeclaration> {
  const alignedLeft = align === 'start' ? anchor.left : anchor.right - width;
  const left = Math.max(marginPixels, Math.min(alignedLeft, innerWidth - width - marginPixels));
  const [top, bottom] = [Math.min(anchor.top, innerHeight), Math.max(anchor.bottom, 0)];
  const below = bottom < innerHeight * 0.6;
  const availableHeight = below ? innerHeight - bottom : top;
  return {
    left: `${left}px`,
    top: below ? `${bottom + gapPixels}px` : 'auto',
    bottom: below ? 'auto' : `${innerHeight - top + gapPixels}px`,
    maxHeight: `${availableHeight - gapPixels - marginPixels}px`,
  };
}
