import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '../keyboard/use-action.ts';
import { Icon } from '../ui/icon.tsx';
import { Key } from '../ui/key.tsx';
import { changeFilter, placeOf } from './filter.ts';
import css from './search-field.module.css';
import { useFilter } from './use-filter.ts';
import { useThrottled } from './use-throttled.ts';

const askMilliseconds = 150;

/**
 * Searches within the list in view, from elsewhere in all tickets. A keystroke is painted at once; the address, and with
 * it the server, follows at most every 150 ms, and a question that is overtaken is given up.
 */
export function SearchField() {
  const filter = useFilter();
  const input = useRef<HTMLInputElement>(null);
  const [text, type] = useTextOf(filter?.q ?? '');
  const navigate = useNavigate();
  useAction('search', () => input.current?.select());

  const ask = useThrottled(askMilliseconds, (words: string) => {
    const q = words.trim() === '' ? undefined : words;
    const { path, search } = placeOf(changeFilter(filter ?? {}, { q }));
    // One search is one step back, however many letters it took.
    void navigate({ to: path, search, replace: filter?.q !== undefined });
  });
  const change = (words: string): void => {
    type(words);
    ask(words);
  };

  return (
    <search className={css.field}>
      <Icon name="search" size={15} />
      <input
        ref={input}
        type="search"
        aria-label="Search tickets"
        placeholder="Search tickets"
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
