/** A person with credentials. */
export type Person = { name: string; email: string; password: string };

export const administrator: Person = {
  name: 'Administrator',
  email: 'admin@stardesk.local',
  password: 'a long enough password',
};
