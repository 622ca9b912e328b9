import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mayPrefetch } from '../../api-client/connection/may-prefetch.ts';
import { findNeighbours } from '../../list/find-neighbours.ts';
import { threadQuery } from '../../messages/queries.ts';
import { activity } from '../activity/queries.ts';
import { ticketItem } from '../queries.ts';

/** Prefetched data stays fresh this long; live updates report changes. */
const freshMilliseconds = 60_000;
/** Delay before the next ticket is prefetched, so that holding down j does not prefetch every one. */
const nextDelayMilliseconds = 250;
/** Hover time before a prefetch; most pointers only pass over a link. */
const hoverMilliseconds = 65;

export function prefetchTicket(client: QueryClient, id: string): void {
  if (!mayPrefetch()) return;
  void client.prefetchQuery({ ...ticketItem(id), staleTime: freshMilliseconds });
  void client.prefetchQuery({ ...threadQuery(id), staleTime: freshMilliseconds });
  void client.prefetchQuery({ ...activity(id), staleTime: freshMilliseconds });
}

export function usePrefetchNext(rows: readonly { id: string }[], openId: string | undefined): void {
  const client = useQueryClient();
  const isListed = rows.some(({ id }) => id === openId);
  const { next } = findNeighbours(rows, openId, -1);
  const nextId = isListed ? next : undefined;
  useEffect(() => {
    if (nextId === undefined) return;
    const timer = setTimeout(() => prefetchTicket(client, nextId), nextDelayMilliseconds);
    return () => clearTimeout(timer);
  }, [client, nextId]);
}

/** Prefetches a ticket whose link is hovered or focused, anywhere on the page. */
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
      if (type === 'pointerdown') prefetchTicket(client, id);
      else timer = setTimeout(() => prefetchTicket(client, id), hoverMilliseconds);
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

/** Returns the id of the ticket at a path. */
export function readTicketId(pathname: string): string | null {
  const id = /^\/tickets\/([^/]+)$/.exec(pathname)?.[1];
  return id && id !== 'recently_closed' ? decodeURIComponent(id) : null;
}
