import { type RefObject, useEffect, useRef } from 'react';
import { useLatest } from '../../ui/use-latest.ts';
import type { TicketFilter } from './filter.ts';
import { useChangeFilter } from './use-change-filter.ts';

/**
 * Filters the list by a tag that is clicked in a row (`data-tag`). For pointers only, since a row is one link; keyboard
 * users have the filter popup. Returns the ref for the element that contains the rows.
 */
export function useTagClicks<Container extends HTMLElement>(filter: TicketFilter): RefObject<Container | null> {
  const container = useRef<Container>(null);
  const change = useChangeFilter(filter);
  const latest = useLatest(change);
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      const { target, ctrlKey, metaKey, shiftKey, altKey } = event;
      const tagged = target instanceof Element ? target.closest('[data-tag]') : null;
      const tag = tagged?.getAttribute('data-tag');
      if (!tag || ctrlKey || metaKey || shiftKey || altKey) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current({ tag });
    };
    const element = container.current;
    element?.addEventListener('click', onClick, { capture: true });
    return () => element?.removeEventListener('click', onClick, { capture: true });
  }, []);
  return container;
}
