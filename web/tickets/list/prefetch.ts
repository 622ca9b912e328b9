import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activity } from '../../activity/queries.ts';
import { mayReadAhead } from '../../connection/read-ahead.ts';
import { neighbours } from '../../list/neighbours.ts';
import { thread } from '../../messages/queries.ts';
import { ticketItem } from '../queries.ts';

/** Milliseconds. What was read ahead is not asked for again so soon: the change log tells when it has changed. */
const goodFor = 60_000;
/** Whoever stays on a ticket for so long will read on from there; who holds down j passes by. */
const settledAfter = 250;
/** A pointer that rests on a link for so long means it; most only pass. */
const meantAfter = 65;

/** Reads a ticket, its thread and its activity, so that it opens from the cache. */
function prefetchTicket(client: QueryClient, id: string): void {
  if (!mayReadAhead()) return;
  void client.prefetchQuery({ ...ticketItem(id), staleTime: goodFor });
  void client.prefetchQuery({ ...thread(id), staleTime: goodFor });
  void client.prefetchQuery({ ...activity(id), staleTime: goodFor });
}

/** While a ticket is open, reads the next one along its list. */
export function usePrefetchNext(rows: readonly { id: string }[], openId: string | undefined): void {
  const client = useQueryClient();
  const isListed = rows.some(({ id }) => id === openId);
  const { next } = neighbours(rows, openId, -1);
  const nextId = isListed ? next : undefined;
  useEffect(() => {
    if (nextId === undefined) return;
    const timer = setTimeout(() => prefetchTicket(client, nextId), settledAfter);
    return () => clearTimeout(timer);
  }, [client, nextId]);
}

/** Reads the ticket whose link somebody points at, or has reached with the keyboard, wherever it stands. */
export function usePrefetchOnIntent(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let meant: string | null = null;
    const hear = ({ type, target }: Event): void => {
      const id = ticketAt(target);
      if (id === meant && type === 'pointerover') return;
      meant = id;
      clearTimeout(timer);
      if (id === null) return;
      if (type === 'pointerdown') prefetchTicket(client, id);
      else timer = setTimeout(() => prefetchTicket(client, id), meantAfter);
    };
    const kinds = ['pointerover', 'pointerdown', 'focusin'];
    for (const kind of kinds) document.addEventListener(kind, hear, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const kind of kinds) document.removeEventListener(kind, hear);
    };
  }, [client]);
}

/** The id of the ticket that the link at an event's target leads to. */
function ticketAt(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/tickets/"]') : null;
  const id = link && /^\/tickets\/([^/]+)$/.exec(link.pathname)?.[1];
  return id && id !== 'recently_closed' ? decodeURIComponent(id) : null;
}
