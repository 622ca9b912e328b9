import { CopyButton } from '../ui/copy-button.tsx';
import { Code } from './code.tsx';
import css from './code-block.module.css';

/** A code block with its language and a copy button. */
export function CodeBlock({ text, language }: { text: string; language: string | null }) {
  return (
    <div className={css.block}>
      <div className={css.bar}>
        <span>{language}</span>
        <CopyButton text={text} subject="the code" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <pre dir="ltr" tabIndex={0}>
        <Code text={text} language={language} />
      </pre>
    </div>
  );
}
