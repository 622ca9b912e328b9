import type { Message } from '#contract';
import { Markdown } from '../../markdown/markdown.tsx';
import { PlainText } from '../../markdown/plain-text.tsx';
import css from './message-body.module.css';
import { splitFoldedLines } from './split-folded-lines.ts';

type MessageBodyProps = {
  text: string;
  format: Message['format'];
  /** Number of lines at the end that are a signature or a quotation of earlier mail. */
  foldedLines: number;
  /** Prefix of element ids. */
  id: string;
};

/** The text of a message as it was written: Markdown or plain. A signature and quoted mail at its end are folded. */
export function MessageBody({ text, format, foldedLines, id }: MessageBodyProps) {
  if (format === 'markdown' && foldedLines === 0) return <Markdown text={text} id={id} />;
  const { own, folded } = splitFoldedLines(text, foldedLines);
  const Text = format === 'text' ? PlainText : Markdown;
  return (
    <>
      <Text text={own} id={id} />
      {folded !== '' && (
        <details className={css.quoted}>
          <summary>Show trimmed text</summary>
          <Text text={folded} id={`${id}-quoted`} />
        </details>
      )}
    </>
  );
}
