import { Code } from '../code/code.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import css from './code-block.module.css';

/** A block of code with the name of its language; it can be copied, and scrolls sideways on its own. */
export function CodeBlock({ text, language }: { text: string; language: string | null }) {
  return (
    <div className={css.block}>
      <div className={css.bar}>
        <span>{language}</span>
        <CopyButton text={text} what="the code" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keys that scroll */}
      <pre dir="ltr" tabIndex={0}>
        <Code text={text} language={language} />
      </pre>
    </div>
  );
}
