import { type RefObject, useEffect, useState } from 'react';

/**
 * Returns whether an element is in the viewport or its margin. With `once`, the result stays true once it has been
 * true.
 */
export function useVisible(element: RefObject<Element | null>, { margin = '0px', once = false } = {}): boolean {
  const [visible, setVisible] = useState(false);
  const isDone = once && visible;
  useEffect(() => {
    if (isDone || !element.current) return;
    const update = (entries: IntersectionObserverEntry[]): void => setVisible(entries.at(-1)?.isIntersecting ?? false);
    const observer = new IntersectionObserver(update, { rootMargin: margin });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, margin, isDone]);
  return visible;
}
