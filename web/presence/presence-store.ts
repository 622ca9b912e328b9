import type { PresenceEntry } from '#contract';
import { call } from '../api-client/client.ts';
import { usePerson } from '../session/person.ts';
import { createStore, useStore } from '../storage/observable-store.ts';

/** A person who has a ticket open, and whether they write a message. */
export type PresentPerson = Pick<PresenceEntry, 'person_id' | 'mode'>;

/** The data of the event `presence`: everyone on a ticket. */
export type TicketPresence = { ticket_id: string; people: readonly PresentPerson[] };

const presence = createStore<ReadonlyMap<string, readonly PresentPerson[]>>(new Map());

const nobody: readonly PresentPerson[] = [];

/** Replaces the people of all tickets. */
function setAll(entries: readonly PresenceEntry[]): void {
  presence.write(Map.groupBy(entries, ({ ticket_id: ticketId }) => ticketId));
}

/** Applies the event `presence` of a stream. */
export function setTicketPresence({ ticket_id: ticketId, people }: TicketPresence): void {
  const all = new Map(presence.read());
  if (people.length > 0) all.set(ticketId, people);
  else all.delete(ticketId);
  presence.write(all);
}

/** Reads who has which ticket open. Call it when a stream has opened, which then sends each change. */
export async function loadPresence(): Promise<void> {
  setAll((await call('GET /presence', {})).body.presence);
}

/** Forgets everyone, because no stream sends changes. */
export const clearPresence = (): void => setAll([]);

/** Returns the other people who have a ticket open. */
export function usePresentPeople(ticketId: string): readonly PresentPerson[] {
  const { id } = usePerson();
  const people = useStore(presence, all => all.get(ticketId) ?? nobody);
  return people.some(({ person_id: personId }) => personId === id)
    ? people.filter(({ person_id: personId }) => personId !== id)
    : people;
}
