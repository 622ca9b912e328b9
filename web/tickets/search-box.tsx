import { useEffect, useRef, useState } from 'react';
import { useAction } from '../keyboard/use-action.ts';
import { Icon } from '../ui/icon.tsx';
import { Key } from '../ui/key.tsx';
import css from './search-field.module.css';
import { useThrottled } from './use-throttled.ts';

const askMilliseconds = 150;

type SearchBoxProps = {
  label: string;
  /** The words in the address. */
  q: string | undefined;
  /** Puts words into the address. `replace`: within a search that is under way, which is one step back in all. */
  ask: (q: string | undefined, options: { replace: boolean }) => void;
};

/**
 * A field to search a list with. A keystroke is painted at once; the address, and with it the server, follows at most
 * every 150 ms, and a question that is overtaken is given up.
 */
export function SearchBox({ label, q, ask }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, type] = useTextOf(q ?? '');
  useAction('search', () => input.current?.select());
  const follow = useThrottled(askMilliseconds, (words: string) =>
    ask(words.trim() === '' ? undefined : words, { replace: q !== undefined }),
  );
  const change = (words: string): void => {
    type(words);
    follow(words);
  };
  return (
    <search className={css.field}>
      <Icon name="search" size={15} />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={256}
        value={text}
        onChange={event => change(event.target.value)}
      />
      {text === '' ? (
        <Key keys="/" />
      ) : (
        <button type="button" className={css.clear} aria-label="Clear the search" onClick={() => change('')}>
          <Icon name="cross" size={12} />
        </button>
      )}
    </search>
  );
}

/** The text in the field: what one types, until the address says what nobody typed here (back, a link, another view). */
function useTextOf(q: string): [text: string, type: (text: string) => void] {
  const [text, setText] = useState(q);
  const typed = useRef(new Set([q]));
  useEffect(() => {
    // The address lags behind the typing: what was typed here and has meanwhile been overtaken is no news.
    if (typed.current.has(q)) return;
    typed.current = new Set([q]);
    setText(q);
  }, [q]);
  const type = (words: string): void => {
    typed.current.add(words);
    setText(words);
  };
  return [text, type];
}
