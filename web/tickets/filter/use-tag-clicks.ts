import { type RefObject, useEffect, useRef } from 'react';
import { useLatest } from '../../use-latest.ts';
import type { TicketFilter } from './filter.ts';
import { useChangeFilter } from './use-change-filter.ts';

/**
 * Makes a click on a tag of a row (`data-tag`) narrow the list to it. For pointers only, since a row is one link: by
 * keyboard the filter control does the same. Answers the place in which to listen.
 */
export function useTagClicks<Place extends HTMLElement>(filter: TicketFilter): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const change = useChangeFilter(filter);
  const latest = useLatest(change);
  useEffect(() => {
    const hear = (event: MouseEvent): void => {
      const { target, ctrlKey, metaKey, shiftKey, altKey } = event;
      const tagged = target instanceof Element ? target.closest('[data-tag]') : null;
      const tag = tagged?.getAttribute('data-tag');
      if (!tag || ctrlKey || metaKey || shiftKey || altKey) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current({ tag });
    };
    const listened = place.current;
    listened?.addEventListener('click', hear, { capture: true });
    return () => listened?.removeEventListener('click', hear, { capture: true });
  }, []);
  return place;
}
