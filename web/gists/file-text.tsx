import { useRef, useState } from 'react';
import { cutText } from '#contract/cut-text';
import { Code } from '../markdown/code.tsx';
import { useVisible } from '../ui/use-visible.ts';
import css from './gist.module.css';
import { getTextDirection } from './is-prose.ts';

/** Longer texts are cut until the person expands them. */
const initialLength = 20_000;

/** The text of a file. It is highlighted once it is near the viewport, so that 50 files open as fast as one file. */
export function FileText({ text, language }: { text: string; language: string | null }) {
  const [whole, showWhole] = useState(false);
  const pre = useRef<HTMLPreElement>(null);
  const isNear = useVisible(pre, { margin: '600px', once: true });
  const isCut = !whole && text.length > initialLength;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <pre ref={pre} tabIndex={0} dir={getTextDirection(language)}>
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

/** Cuts a file's text, at the end of a line if possible. */
const cut = (text: string): string => {
  const end = text.lastIndexOf('\n', initialLength);
  return cutText(text, end > 0 ? end : initialLength);
};
