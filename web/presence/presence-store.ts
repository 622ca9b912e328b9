import type { PresenceEntry } from '#contract';
import { call } from '../api-client/client.ts';
import { usePerson } from '../session/person.ts';
import { createStore, useStore } from '../storage/observable-store.ts';

/** A person who has a ticket open, and whether they write a message. */
export type PresentPerson = Pick<PresenceEntry, 'person_id' | 'mode'>;

/** The data of the event `presence`: everyone on a ticket. */
export type TicketPresence = { ticket_id: string; people: readonly PresentPerson[] };

const presence = createStore<ReadonlyMap<string, readonly PresentPerson[]>>(new Map());

const noPeople: readonly PresentPerson[] = [];

/** The events since the last read started: by ticket, newer than the response. Null while nothing is read. */
let sinceRead: Map<string, readonly PresentPerson[]> | null = null;

/** Applies the event `presence` of a stream. */
export function setTicketPresence({ ticket_id: ticketId, people }: TicketPresence): void {
  sinceRead?.set(ticketId, people);
  presence.write(new Map(presence.read()).set(ticketId, people));
}

/** Reads who has which ticket open. Call it when a stream has opened, which then sends each change. */
export async function loadPresence(): Promise<void> {
  const newer = new Map<string, readonly PresentPerson[]>();
  sinceRead = newer;
  const { presence: entries } = (await call('GET /presence', {})).body;
  // A later read, or the end of the stream, supersedes this read.
  if (sinceRead !== newer) return;
  presence.write(new Map([...Map.groupBy(entries, ({ ticket_id: ticketId }) => ticketId), ...newer]));
  sinceRead = null;
}

/** Forgets everyone, because no stream sends changes. */
export function clearPresence(): void {
  sinceRead = null;
  presence.write(new Map());
}

/** Returns the other people who have a ticket open. */
export function usePresentPeople(ticketId: string): readonly PresentPerson[] {
  const { id } = usePerson();
  const people = useStore(presence, all => all.get(ticketId) ?? noPeople);
  return people.some(({ person_id: personId }) => personId === id)
    ? people.filter(({ person_id: personId }) => personId !== id)
    : people;
}
