import { roles } from '#contract/vocabulary';
import { advance, nextId } from '../database/counters.ts';
import type { Writes } from '../database/database.ts';
import { rankOf } from '../database/values.ts';
import { type AgentName, agents } from './people.ts';

/** The id of each sample agent in the store. */
export type AgentIds = Readonly<Record<AgentName, string>>;

/** Adds the sample agents who are not there yet, known by their addresses, with no password. */
export async function loadPeople(writes: Writes, now: number): Promise<AgentIds> {
  const mara = await findOrAdd(writes, 'mara', now);
  const jonas = await findOrAdd(writes, 'jonas', now);
  const ines = await findOrAdd(writes, 'ines', now);
  return { mara, jonas, ines };
}

async function findOrAdd(writes: Writes, agent: AgentName, now: number): Promise<string> {
  const { name, email } = agents[agent];
  const emailKey = email.toLowerCase();
  const known = await writes.selectFrom('people').select('id').where('email_key', '=', emailKey).executeTakeFirst();
  if (known) return known.id;
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
      role: rankOf(roles, 'agent'),
      disabled: 0,
      password_hash: null,
    })
    .execute();
  await advance(writes, 'people.changes');
  return id;
}
