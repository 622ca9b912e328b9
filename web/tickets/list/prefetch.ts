import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { findNeighbours } from '../../list/find-neighbours.ts';
import { prefetchTicket, readTicketId } from '../prefetch-ticket.ts';

/** Delay before the next ticket is prefetched. Holding down j must not prefetch every ticket. */
const nextDelayMilliseconds = 250;
/** Hover or focus time before a prefetch, since most pointers only pass over a link. */
const hoverMilliseconds = 65;

/** Prefetches the ticket after the open ticket. Waits until the person has stayed on the open ticket for a moment. */
export function usePrefetchNext(rows: readonly { id: string }[], openId: string | undefined): void {
  const client = useQueryClient();
  const isListed = rows.some(({ id }) => id === openId);
  const { next } = findNeighbours(rows, openId, -1);
  const nextId = isListed ? next : undefined;
  useEffect(() => {
    if (nextId === undefined) return;
    const timer = setTimeout(() => void prefetchTicket(client, nextId), nextDelayMilliseconds);
    return () => clearTimeout(timer);
  }, [client, nextId]);
}

/** Prefetches a ticket whose link is hovered, pressed or focused, anywhere on the page. */
export function usePrefetchOnIntent(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let target: string | null = null;
    const onIntent = ({ type, target: element }: Event): void => {
      const id = getLinkedTicket(element);
      if (id === target && type === 'pointerover') return;
      target = id;
      clearTimeout(timer);
      if (id === null) return;
      if (type === 'pointerdown') void prefetchTicket(client, id);
      else timer = setTimeout(() => void prefetchTicket(client, id), hoverMilliseconds);
    };
    const eventTypes = ['pointerover', 'pointerdown', 'focusin'];
    for (const eventType of eventTypes) document.addEventListener(eventType, onIntent, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const eventType of eventTypes) document.removeEventListener(eventType, onIntent);
    };
  }, [client]);
}

function getLinkedTicket(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/tickets/"]') : null;
  return link && readTicketId(link.pathname);
}
