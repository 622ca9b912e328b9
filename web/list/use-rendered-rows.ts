import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  getVisibleRange,
  isRangeRendered,
  type RowRange,
  toImmediateRange,
  updateRenderedRange,
} from './rendered-range.ts';

type RenderedRowsOptions = {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Row height in pixels. */
  height: number;
};

type Update = (set: () => void) => void;

/**
 * Virtualizes a list of rows of equal height. Visible rows render immediately, the rows around them in a transition. Returns
 * the rendered range and a function to scroll to a row.
 */
export function useRenderedRows({ scroller, count, height }: RenderedRowsOptions) {
  const [rendered, setRendered] = useState<RowRange>(() => getVisibleRange(0, innerHeight, height));
  const wanted = useRef(rendered);
  const shown = useRef(rendered);
  const view = useRef({ top: 0, height: innerHeight });
  useLayoutEffect(() => {
    shown.current = rendered;
  });

  function follow(top: number, runUpdate: Update): void {
    const visible = getVisibleRange(top, view.current.height, height);
    const before = wanted.current;
    wanted.current = updateRenderedRange(before, visible, count, top >= view.current.top);
    view.current.top = top;
    const isMissing = !isRangeRendered(visible, shown.current, count);
    if (isMissing) runUpdate(() => setRendered(toImmediateRange(wanted.current, shown.current, visible)));
    if (isMissing || wanted.current !== before) startTransition(() => setRendered(wanted.current));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: these change the list's size
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = (): void => {
      view.current.height = element.clientHeight;
      follow(element.scrollTop, update => update());
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

  /** Scrolls a row and its neighbours into view. */
  function showRow(index: number): void {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop: top, clientHeight } = element;
    const [highest, lowest] = [Math.max(0, index - 1) * height, (index + 2) * height - clientHeight];
    if (top >= lowest && top <= highest) return;
    element.scrollTop = top < lowest ? lowest : highest;
    follow(element.scrollTop, update => update());
  }

  return { ...rendered, showRow };
}
