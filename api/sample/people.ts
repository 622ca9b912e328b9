/** The three agents of the sample desk. They have no password, and so cannot sign in, until an administrator sets one. */
export const agents = {
  mara: { name: 'Mara Okafor', email: 'mara@stardesk.local' },
  jonas: { name: 'Jonas Weber', email: 'jonas@stardesk.local' },
  ines: { name: 'Inês Duarte', email: 'ines@stardesk.local' },
} as const;

/** How the sample data names an agent. */
export type AgentName = keyof typeof agents;
