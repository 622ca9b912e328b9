import { useEffect, useRef, useState } from 'react';
import { Code } from '../code/code.tsx';
import css from './gist.module.css';
import { directionOf } from './text-direction.ts';

/** Characters; the rest of a longer text waits until it is asked for. */
const shownAtFirst = 20_000;

/** The text of a file, coloured once it is near the window, so that fifty files open as fast as one. */
export function FileText({ text, language }: { text: string; language: string | null }) {
  const [whole, showWhole] = useState(false);
  const pre = useRef<HTMLPreElement>(null);
  const isNear = useIsNear(pre);
  const isCut = !whole && text.length > shownAtFirst;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keys that scroll */}
      <pre ref={pre} tabIndex={0} dir={directionOf(language)}>
        <Code text={isCut ? cut(text) : text} language={isNear ? language : null} />
      </pre>
      {isCut && (
        <button type="button" className={css.whole} onClick={() => showWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </button>
      )}
    </>
  );
}

/** At the end of a line, if there is one. */
const cut = (text: string): string => {
  const end = text.lastIndexOf('\n', shownAtFirst);
  return text.slice(0, end > 0 ? end : shownAtFirst);
};

const ahead = '600px';

/** Whether an element is, or was once, close to what is in view. */
function useIsNear(ref: { current: HTMLElement | null }): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !ref.current) return;
    const watch = ([entry]: IntersectionObserverEntry[]): void => setNear(entry?.isIntersecting ?? false);
    const observer = new IntersectionObserver(watch, { rootMargin: ahead });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, isNear]);
  return isNear;
}
