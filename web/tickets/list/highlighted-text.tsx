import css from './highlighted-text.module.css';
import { splitAtSearchWords } from './split-at-search-words.ts';

/** Highlights the search words in a text. */
export function HighlightedText({ text, search }: { text: string; search: string | undefined }) {
  if (search === undefined) return text;
  return splitAtSearchWords(text, search).map(({ text: part, isFound }, index) => {
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
