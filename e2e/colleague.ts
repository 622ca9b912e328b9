import type { Message, Ticket } from '#contract';
import type { Desk } from './desk.ts';

/** Somebody else at the same desk, who works by a script of theirs. */
export type Colleague = {
  create: (ticket: Partial<Ticket>) => Promise<Ticket>;
  read: (id: string) => Promise<Ticket>;
  change: (id: string, change: Partial<Ticket>) => Promise<Ticket>;
  remove: (id: string) => Promise<void>;
  /** Adds a message to a ticket. */
  write: (id: string, message: Partial<Message>) => Promise<Message>;
  rewrite: (id: string, messageId: string, body: string) => Promise<Message>;
  unwrite: (id: string, messageId: string) => Promise<void>;
};

/** Adds an agent who writes to the API. */
export async function addColleague(desk: Desk, name: string): Promise<Colleague> {
  const person = await desk.addPerson(name);
  const token = await desk.createToken(person, 'tickets:read tickets:write messages:write');
  const ask = async (method: string, path: string, body?: Partial<Ticket | Message>) => {
    const answer = await fetch(`${desk.apiUrl}/v1/tickets${path}`, {
      method,
      headers: { Authorization: `Bearer ${token.trim()}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  };
  return {
    create: ticket => ask('POST', '', { subject: 'Nobody has asked anything', ...ticket }),
    read: id => ask('GET', `/${id}`),
    change: (id, change) => ask('PATCH', `/${id}`, change),
    remove: id => ask('DELETE', `/${id}`),
    write: (id, message) => ask('POST', `/${id}/messages`, message),
    rewrite: (id, messageId, body) => ask('PATCH', `/${id}/messages/${messageId}`, { body }),
    unwrite: (id, messageId) => ask('DELETE', `/${id}/messages/${messageId}`),
  };
}
