import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { atLeast, followView, isWithin, type RowRange, rangeInView } from './drawn-range.ts';

type DrawnRowsOptions = {
  scroller: RefObject<HTMLElement | null>;
  /** How many rows there are. */
  count: number;
  /** Of each, in pixels. */
  height: number;
};

/** Which rows of a list are drawn, and the way to bring one into view. */
export type DrawnRows = RowRange & {
  /** Whoever goes through the rows sees the one after it, too. */
  showRow: (index: number) => void;
};

type Update = (set: () => void) => void;

/**
 * The rows of one height that are to be drawn while a list of them is scrolled: those in view, and some around them, which
 * are drawn when there is time. A row that comes into view undrawn is drawn at once.
 */
export function useDrawnRows({ scroller, count, height }: DrawnRowsOptions): DrawnRows {
  const [drawn, setDrawn] = useState<RowRange>(() => rangeInView(0, innerHeight, height));
  const wanted = useRef(drawn);
  const shown = useRef(drawn);
  const view = useRef({ top: 0, height: innerHeight });
  useLayoutEffect(() => {
    shown.current = drawn;
  });

  function follow(top: number, atOnce: Update): void {
    const seen = rangeInView(top, view.current.height, height);
    const before = wanted.current;
    wanted.current = followView(before, seen, count, top >= view.current.top);
    view.current.top = top;
    const isMissing = !isWithin(seen, shown.current, count);
    if (isMissing) atOnce(() => setDrawn(atLeast(wanted.current, shown.current, seen)));
    if (isMissing || wanted.current !== before) startTransition(() => setDrawn(wanted.current));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what these make of the list
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = (): void => {
      view.current.height = element.clientHeight;
      follow(element.scrollTop, draw => draw());
    };
    measure();
    const scroll = (): void => follow(element.scrollTop, flushSync);
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    element.addEventListener('scroll', scroll, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', scroll);
    };
  }, [scroller, count, height]);

  function showRow(index: number): void {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop: top, clientHeight } = element;
    const [highest, lowest] = [Math.max(0, index - 1) * height, (index + 2) * height - clientHeight];
    if (top >= lowest && top <= highest) return;
    element.scrollTop = top < lowest ? lowest : highest;
    follow(element.scrollTop, draw => draw());
  }

  return { ...drawn, showRow };
}
