import type { Snippet } from '#contract';
import css from './ticket-row.module.css';

/** Returns whether a row shows a snippet. Matches in the subject or number are marked there instead. */
export const hasRowSnippet = (snippet: Snippet | null | undefined): snippet is Snippet =>
  snippet !== null && snippet !== undefined && snippet.field !== 'subject' && snippet.field !== 'id';

/** An excerpt of a ticket with the matching words marked. */
export const RowSnippet = ({ snippet }: { snippet: Snippet }) => (
  <span className={css.snippet} dir="auto">
    {snippet.parts.map(({ text, match }, index) => {
      const key = `${index} ${text}`;
      return match ? <Mark key={key}>{text}</Mark> : <span key={key}>{text}</span>;
    })}
  </span>
);

export const Mark = ({ children }: { children: string }) => <mark className={css.found}>{children}</mark>;
