import { z } from 'zod';
import { roles } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import { incrementCounter, nextId } from '../database/counters.ts';
import type { Writes } from '../database/database.ts';

/** The name of an agent in the sample files. */
export const agentName = z.enum(['mara', 'jonas', 'ines']);
type AgentName = z.output<typeof agentName>;

/** The agents of the sample desk. They have no password and cannot sign in until an administrator sets one. */
export const sampleAgents: Readonly<Record<AgentName, { name: string; email: string }>> = {
  mara: { name: 'Mara Okafor', email: 'mara@stardesk.local' },
  jonas: { name: 'Jonas Weber', email: 'jonas@stardesk.local' },
  ines: { name: 'Inês Duarte', email: 'ines@stardesk.local' },
};

/** The id of each sample agent in the store. */
export type AgentIds = Readonly<Record<AgentName, string>>;

/** Adds the sample agents whose email addresses are not in the store yet. */
export async function loadPeople(writes: Writes, now: number): Promise<AgentIds> {
  const mara = await findOrAdd(writes, 'mara', now);
  const jonas = await findOrAdd(writes, 'jonas', now);
  const ines = await findOrAdd(writes, 'ines', now);
  return { mara, jonas, ines };
}

async function findOrAdd(writes: Writes, agent: AgentName, now: number): Promise<string> {
  const { name, email } = sampleAgents[agent];
  const emailKey = email.toLowerCase();
  const person = await writes.selectFrom('people').select('id').where('email_key', '=', emailKey).executeTakeFirst();
  if (person) return person.id;
  const id = await nextId(writes, 'person');
  await writes
    .insertInto('people')
    .values({
      id,
      version: 1,
      created_at: now,
      updated_at: now,
      name,
      email,
      email_key: emailKey,
      role: encodeEnum(roles, 'agent'),
      disabled: 0,
      password_hash: null,
    })
    .execute();
  await incrementCounter(writes, 'people.changes');
  return id;
}
