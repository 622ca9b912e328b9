import type { Query, QueryClient } from '@tanstack/react-query';
import { gistItem } from '../gists/queries.ts';
import { thread } from '../messages/queries.ts';
import { ticketItem, ticketKeys } from '../tickets/queries.ts';
import { savedCountsKey } from '../views/queries.ts';
import { type NewsEvent, readLatest, since } from './read-news.ts';

/** Why one looks: time has passed, or somebody turned to the page. */
export type Occasion = 'interval' | 'return';

/** What the change log tells of; people, stars and saved views it does not know. */
const logged = ['tickets', 'messages', 'activity', 'gists'];
const isLogged = ({ queryKey: [room] }: Query): boolean => logged.some(each => each === room);

const countsApart = 60_000;

/** Saved views may be many: one whose tickets have changed is counted once a minute. */
const mayBeCounted = ({ state }: Query): boolean =>
  state.isInvalidated && Date.now() - state.dataUpdatedAt >= countsApart;

/** Where the session lies is for the session to say, and counts go by the tickets. */
const isElse = (query: Query): boolean =>
  !isLogged(query) && query.queryKey[0] !== 'session' && query.queryKey[1] !== savedCountsKey[1];

/**
 * Makes a function that asks the change log what happened since it was asked last, and reads again what that concerns and
 * is on the screen; the rest is read when it is shown. What the log does not tell of is looked at when somebody returns.
 *
 * @param personId whose own changes, already shown, are no news
 */
export function createNews(client: QueryClient, personId: string): (occasion: Occasion) => Promise<void> {
  let lastId: string | null = null;
  return async occasion => {
    if (occasion === 'return') void client.refetchQueries({ type: 'active', stale: true, predicate: isElse });
    const latest = await readLatest();
    await untilSettled(client);
    const news = lastId === null ? null : since(latest, lastId);
    lastId = latest[0]?.id ?? '';
    if (news?.some(({ ticket_id: id }) => id !== null) ?? true) {
      void client.invalidateQueries({ queryKey: savedCountsKey, refetchType: 'none' });
    }
    void client.refetchQueries({ queryKey: savedCountsKey, type: 'active', predicate: mayBeCounted });
    if (news === null) await client.invalidateQueries({ predicate: isLogged });
    else
      await takeIn(
        client,
        news.filter(event => event.person_id !== personId || !isKnown(client, event)),
      );
  };
}

async function takeIn(client: QueryClient, news: readonly NewsEvent[]): Promise<void> {
  if (news.some(({ resource }) => resource === 'gist')) void client.invalidateQueries({ queryKey: ['gists'] });
  const ticketIds = new Set(news.map(({ ticket_id: id }) => id).filter(id => id !== null));
  if (ticketIds.size === 0) return;
  const concerns = ({ queryKey }: Query): boolean =>
    queryKey.some(part => typeof part === 'string' && ticketIds.has(part));
  await Promise.all([
    client.invalidateQueries({ predicate: concerns }),
    client.invalidateQueries({ queryKey: ticketKeys.lists }),
    client.invalidateQueries({ queryKey: ticketKeys.counts }),
  ]);
}

/** What is being written is shown before it is stored: what is stored now would put it back for a moment. */
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

/** Whether the page already has what an event made of its thing. */
function isKnown(
  client: QueryClient,
  { type, resource, resource_id: id, ticket_id: ticketId, version }: NewsEvent,
): boolean {
  if (resource === 'ticket') return (client.getQueryData(ticketItem(id).queryKey)?.version ?? 0) >= version;
  if (resource === 'gist') return (client.getQueryData(gistItem(id).queryKey)?.version ?? 0) >= version;
  const message = client.getQueryData(thread(ticketId ?? '').queryKey)?.find(each => each.id === id);
  return type === 'message.deleted' ? message === undefined : (message?.version ?? 0) >= version;
}
