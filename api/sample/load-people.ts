import { z } from 'zod';
import { commandActor } from '../database/audit-log.ts';
import type { WriteTransaction } from '../database/database.ts';
import { createPersonStore } from '../people/store.ts';
import { recordSampleRow } from './sample-rows.ts';

/** The name of an agent in the sample files. */
export const agentName = z.enum(['mara', 'jonas', 'ines']);
type AgentName = z.output<typeof agentName>;

/** The agents of the sample desk. They have no password, so at first they cannot sign in. */
export const sampleAgents: Readonly<Record<AgentName, { name: string; email: string }>> = {
  mara: { name: 'Mara Okafor', email: 'mara@stardesk.local' },
  jonas: { name: 'Jonas Weber', email: 'jonas@stardesk.local' },
  ines: { name: 'Inês Duarte', email: 'ines@stardesk.local' },
};

/** The id of each sample agent in the store. */
export type AgentIds = Readonly<Record<AgentName, string>>;

/** Adds the sample agents whose email addresses are not in the store yet. */
export async function loadPeople(writes: WriteTransaction, now: number): Promise<AgentIds> {
  const people = createPersonStore();
  const findOrAdd = async (agent: AgentName): Promise<string> => {
    const draft = { ...sampleAgents[agent], role: 'agent', disabled: false } as const;
    const person = await people.findByEmail(writes, draft.email);
    if (person !== null) return person.id;
    const added = await people.insert(writes, draft, null, commandActor(now));
    await recordSampleRow(writes, 'person', added);
    return added.id;
  };
  return { mara: await findOrAdd('mara'), jonas: await findOrAdd('jonas'), ines: await findOrAdd('ines') };
}
