import { useEffect, useRef, useState } from 'react';
import { useThrottled } from './use-throttled.ts';

const throttleMilliseconds = 150;

/**
 * Manages the text of a search field. Keystrokes show immediately; `search` runs at most every 150 ms. Any other change
 * of the URL (Back, a link, a different view) replaces the text and cancels the pending search.
 *
 * @param q the search query in the URL
 */
export function useSearchText(
  q: string,
  search: (query: string) => void,
): [text: string, type: (text: string) => void] {
  const [text, setText] = useState(q);
  const typedQuery = useRef(q);
  /** Searches not yet in the URL. They reach the URL late and in order; superseded searches never reach it. */
  const pending = useRef<string[]>([]);
  const searchLater = useThrottled(throttleMilliseconds, (query: string) => {
    const previous = pending.current.at(-1) ?? q;
    if (query !== typedQuery.current || query === previous) return;
    pending.current.push(query);
    search(query);
  });
  useEffect(() => {
    const index = pending.current.indexOf(q);
    pending.current = pending.current.slice(index + 1);
    if (index >= 0) return;
    pending.current = [];
    typedQuery.current = q;
    setText(q);
  }, [q]);
  const type = (query: string): void => {
    typedQuery.current = query.trim() === '' ? '' : query;
    setText(query);
    searchLater(typedQuery.current);
  };
  return [text, type];
}
