import { useEffect, useRef, useState } from 'react';
import { useThrottled } from './use-throttled.ts';

const askMilliseconds = 150;

/**
 * The text in a search field, and the way to type another. A keystroke is there at once; `ask` follows at most every
 * 150 ms. What the address says for another reason (back, a link, another view) replaces the text and what was not asked yet.
 *
 * @param q the words in the address
 */
export function useSearchText(q: string, ask: (words: string) => void): [text: string, type: (text: string) => void] {
  const [text, setText] = useState(q);
  const typed = useRef(q);
  /** What was asked for and is not in the address yet. It gets there late and in order; what is overtaken never does. */
  const asked = useRef<string[]>([]);
  const follow = useThrottled(askMilliseconds, (words: string) => {
    const known = asked.current.at(-1) ?? q;
    if (words !== typed.current || words === known) return;
    asked.current.push(words);
    ask(words);
  });
  useEffect(() => {
    const place = asked.current.indexOf(q);
    asked.current = asked.current.slice(place + 1);
    if (place >= 0) return;
    asked.current = [];
    typed.current = q;
    setText(q);
  }, [q]);
  const type = (words: string): void => {
    typed.current = words.trim() === '' ? '' : words;
    setText(words);
    follow(typed.current);
  };
  return [text, type];
}
