import { useEffect, useRef, useState } from 'react';
import { useThrottled } from './use-throttled.ts';

const throttleMilliseconds = 150;

/**
 * Manages the text of a search field. Keystrokes appear immediately; `search` runs at most every 150 ms. Any other
 * change of the text in the URL (Back, a link) replaces the typed text and cancels the pending search.
 *
 * @param urlText the search text in the URL
 */
export function useSearchText(
  urlText: string,
  search: (text: string) => void,
): [text: string, type: (text: string) => void] {
  const [text, setText] = useState(urlText);
  const typedText = useRef(urlText);
  /** Searches not yet in the URL. They reach the URL late and in order; superseded searches never reach it. */
  const pending = useRef<string[]>([]);
  const searchLater = useThrottled(throttleMilliseconds, (searched: string) => {
    const previous = pending.current.at(-1) ?? urlText;
    if (searched !== typedText.current || searched === previous) return;
    pending.current.push(searched);
    search(searched);
  });
  useEffect(() => {
    const index = pending.current.indexOf(urlText);
    pending.current = pending.current.slice(index + 1);
    if (index >= 0) return;
    pending.current = [];
    typedText.current = urlText;
    setText(urlText);
  }, [urlText]);
  const type = (typed: string): void => {
    typedText.current = typed.trim() === '' ? '' : typed;
    setText(typed);
    searchLater(typedText.current);
  };
  return [text, type];
}
