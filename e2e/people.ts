/** Somebody who can sign in. */
export type Person = { name: string; email: string; password: string };

/** Who signs in. */
export const administrator: Person = {
  name: 'Administrator',
  email: 'admin@stardesk.local',
  password: 'a long enough password',
};
