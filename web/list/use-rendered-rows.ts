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
 * Virtualizes a list of rows of equal height. Visible rows render immediately, the rows around them in a transition.
 * Returns the rendered range and a function that scrolls to a row.
 */
export function useRenderedRows({ scroller, count, height }: RenderedRowsOptions) {
  const [rendered, setRendered] = useState<RowRange>(() => getVisibleRange(0, innerHeight, height));
  const target = useRef(rendered);
  const shown = useRef(rendered);
  const view = useRef({ top: 0, height: innerHeight });
  useLayoutEffect(() => {
    shown.current = rendered;
  });

  function updateRange(top: number, runUpdate: Update): void {
    const visible = getVisibleRange(top, view.current.height, height);
    const before = target.current;
    target.current = updateRenderedRange(before, visible, count, top >= view.current.top);
    view.current.top = top;
    const isMissing = !isRangeRendered(visible, shown.current, count);
    if (isMissing) runUpdate(() => setRendered(toImmediateRange(target.current, shown.current, visible)));
    if (isMissing || target.current !== before) startTransition(() => setRendered(target.current));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: count and height change the list's size
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = (): void => {
      view.current.height = element.clientHeight;
      updateRange(element.scrollTop, update => update());
    };
    measure();
    const onScroll = (): void => updateRange(element.scrollTop, flushSync);
    const resizeObserver = new ResizeObserver(measure);
    resizeObserver.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      resizeObserver.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, count, height]);

  /** Scrolls a row and its neighbours into view. */
  function showRow(index: number): void {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop: top, clientHeight } = element;
    const [minTop, maxTop] = [(index + 2) * height - clientHeight, Math.max(0, index - 1) * height];
    if (top >= minTop && top <= maxTop) return;
    element.scrollTop = top < minTop ? minTop : maxTop;
    updateRange(element.scrollTop, update => update());
  }

  return { ...rendered, showRow };
}
