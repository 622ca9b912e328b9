import type { PresenceEntry } from '#contract';
import { call } from '../api-client/client.ts';
import { usePerson } from '../session/person.ts';
import { createStore, useStore } from '../storage/observable-store.ts';

/** A person who has a ticket open. `mode` shows whether they are writing a message. */
export type PresentPerson = Pick<PresenceEntry, 'person_id' | 'mode'>;

/** The data of the event `presence`: all people who have a ticket open. */
export type TicketPresence = { ticket_id: string; people: readonly PresentPerson[] };

const presence = createStore<ReadonlyMap<string, readonly PresentPerson[]>>(new Map());

const noPeople: readonly PresentPerson[] = [];

/**
 * Events since the pending read started, by ticket; null without a pending read. The events are newer than its
 * response.
 */
let sinceRead: Map<string, readonly PresentPerson[]> | null = null;

/** Applies the event `presence` of a stream. */
export function setTicketPresence({ ticket_id: ticketId, people }: TicketPresence): void {
  sinceRead?.set(ticketId, people);
  presence.write(new Map(presence.read()).set(ticketId, people));
}

/**
 * Loads the people who have tickets open. Call it after a stream has opened, since the stream sends each later change.
 *
 * @throws if the request fails
 */
export async function loadPresence(): Promise<void> {
  const newer = new Map<string, readonly PresentPerson[]>();
  sinceRead = newer;
  const { presence: entries } = (await call('GET /presence', {})).body;
  // A later read, or the end of the stream, supersedes this read.
  if (sinceRead !== newer) return;
  presence.write(new Map([...Map.groupBy(entries, ({ ticket_id: ticketId }) => ticketId), ...newer]));
  sinceRead = null;
}

/** Clears all presence. Call it when no stream sends changes. */
export function clearPresence(): void {
  sinceRead = null;
  presence.write(new Map());
}

/** Returns the people who have a ticket open, without the signed-in person. */
export function usePresentPeople(ticketId: string): readonly PresentPerson[] {
  const { id } = usePerson();
  const people = useStore(presence, all => all.get(ticketId) ?? noPeople);
  return people.some(({ person_id: personId }) => personId === id)
    ? people.filter(({ person_id: personId }) => personId !== id)
    : people;
}
