import type { Query, QueryClient } from '@tanstack/react-query';
import { gistItem } from '../gists/queries.ts';
import { thread } from '../messages/queries.ts';
import { ticketItem, ticketKeys } from '../tickets/queries.ts';
import { savedCountsKey } from '../views/queries.ts';
import { type NewsEvent, readLatest, since } from './read-news.ts';

/** Why one looks: time has passed, or somebody turned to the page. */
export type Occasion = 'interval' | 'return';

/** What in the cache the change log tells of, by the first part of its key. People, stars and saved views it does not know. */
const logged = ['tickets', 'messages', 'activity', 'gists'];
const isLogged = ({ queryKey: [room] }: Query): boolean => logged.some(each => each === room);

const isSavedCount = ({ queryKey: [room, kind] }: Query): boolean =>
  room === savedCountsKey[0] && kind === savedCountsKey[1];

/** What the log does not tell of and nobody else looks after: the session has its own watch, counts go by the tickets. */
const isUnwatched = (query: Query): boolean =>
  !isLogged(query) && !isSavedCount(query) && query.queryKey[0] !== 'session';

const countsApart = 60_000;

/** Saved views may be many: the tickets of one that is shown are counted again once a minute, if any has changed. */
const mayBeCounted = ({ state }: Query): boolean =>
  state.isInvalidated && Date.now() - state.dataUpdatedAt >= countsApart;

/**
 * Makes a function that asks the change log what has happened since it was asked last, and reads again what is concerned
 * and on the screen; what is not on the screen is read when it is shown. What the log does not tell of is read again when
 * somebody returns to the page. The first time there is no telling what is new: then everything may be.
 *
 * @param personId whose own changes are no news where the page shows them already
 */
export function createNews(client: QueryClient, personId: string): (occasion: Occasion) => Promise<void> {
  let lastId: string | null = null;
  return async occasion => {
    if (occasion === 'return') void client.refetchQueries({ type: 'active', stale: true, predicate: isUnwatched });
    const latest = await readLatest();
    await untilSettled(client);
    const news = lastId === null ? null : since(latest, lastId);
    lastId = latest[0]?.id ?? '';
    countAgain(client, news);
    if (news === null) await client.invalidateQueries({ predicate: isLogged });
    else {
      const isUnknown = (event: NewsEvent): boolean => event.person_id !== personId || !isShown(client, event);
      await readAgain(client, news.filter(isUnknown));
    }
  };
}

/** Marks the counts of saved views as old where any ticket has changed, and has those counted anew whose minute is over. */
function countAgain(client: QueryClient, news: readonly NewsEvent[] | null): void {
  const isAboutTickets = news?.some(({ ticket_id: id }) => id !== null) ?? true;
  if (isAboutTickets) void client.invalidateQueries({ queryKey: savedCountsKey, refetchType: 'none' });
  void client.refetchQueries({ queryKey: savedCountsKey, type: 'active', predicate: mayBeCounted });
}

/** Reads again what the news are about: gists, or single tickets with all that is kept under their ids, and every list. */
async function readAgain(client: QueryClient, news: readonly NewsEvent[]): Promise<void> {
  if (news.some(({ resource }) => resource === 'gist')) void client.invalidateQueries({ queryKey: ['gists'] });
  const ticketIds = new Set(news.map(({ ticket_id: id }) => id).filter(id => id !== null));
  if (ticketIds.size === 0) return;
  const isOfThem = ({ queryKey }: Query): boolean =>
    queryKey.some(part => typeof part === 'string' && ticketIds.has(part));
  await Promise.all([
    client.invalidateQueries({ predicate: isOfThem }),
    client.invalidateQueries({ queryKey: ticketKeys.lists }),
    client.invalidateQueries({ queryKey: ticketKeys.counts }),
  ]);
}

/**
 * Waits until no write is under way. What is being written is shown before it is stored: to read now would put what is
 * stored back on the screen for a moment.
 */
function untilSettled(client: QueryClient): Promise<void> {
  return new Promise(resolve => {
    const stop = client.getMutationCache().subscribe(look);
    function look(): void {
      if (client.isMutating() > 0) return;
      stop();
      resolve();
    }
    look();
  });
}

/** Whether the page already shows what an event made of its thing. */
function isShown(client: QueryClient, event: NewsEvent): boolean {
  const { type, resource, resource_id: id, ticket_id: ticketId, version } = event;
  if (resource === 'ticket') return (client.getQueryData(ticketItem(id).queryKey)?.version ?? 0) >= version;
  if (resource === 'gist') return (client.getQueryData(gistItem(id).queryKey)?.version ?? 0) >= version;
  const message = client.getQueryData(thread(ticketId ?? '').queryKey)?.find(each => each.id === id);
  return type === 'message.deleted' ? message === undefined : (message?.version ?? 0) >= version;
}
