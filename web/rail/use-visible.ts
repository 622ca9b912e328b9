import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is in view, and not scrolled or hidden out of it. */
export function useVisible(element: RefObject<Element | null>): boolean {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(entries => setVisible(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return visible;
}
