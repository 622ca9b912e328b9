import { findWords } from './found-words.ts';
import css from './marked.module.css';

/** Highlights the search words in a text. */
export function Marked({ text, search }: { text: string; search: string | undefined }) {
  if (search === undefined) return text;
  return findWords(text, search).map(({ text: part, isFound }, index) => {
    const key = `${index} ${part}`;
    return isFound ? (
      <mark key={key} className={css.found}>
        {part}
      </mark>
    ) : (
      <span key={key}>{part}</span>
    );
  });
}
