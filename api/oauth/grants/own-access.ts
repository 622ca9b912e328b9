import { z } from 'zod';
import type { Database, Queries } from '../../database/database.ts';
import { type ActingProgram, actingPrograms, endProgram } from './acting-programs.ts';
import { listLiveGrants } from './live-grants.ts';
import { endAllSignIns, endSignIn, listSignIns, type SignIn } from './sign-ins.ts';

/** What a person sees of their own: what acts for them, and where they are signed in. */
export type OwnAccess = { programs: ActingProgram[]; signIns: SignIn[] };

/** More than anybody looks through; what is left shows when these are gone. */
const mostGrants = 1000;

export const findOwnAccess = async (queries: Queries, personId: string, now: number): Promise<OwnAccess> => {
  const grants = await listLiveGrants(queries, { personId }, mostGrants, now);
  return { programs: actingPrograms(grants), signIns: await listSignIns(queries, personId, grants, now) };
};

/** The ids that forms of ours hold are of these characters; Postgres would refuse a NUL loudly. */
const word = z
  .string()
  .regex(/^[\x20-\x7e]{1,200}$/)
  .optional()
  .catch(undefined);

const form = z.object({ person: word, program: word, script: word, sign_in: word, everywhere: word });

/** A button that was pressed: its name says what ends, its value which; `person` is whose page it was on. */
export type Pressed = z.output<typeof form>;

export const readPressed = (body: unknown): Pressed => form.catch({}).parse(body ?? {});

/** Whether it signs out the browser that asks. */
export const endsHere = ({ everywhere, sign_in: signIn }: Pressed, sessionUid: string): boolean =>
  everywhere !== undefined || signIn === sessionUid;

/** Ends what was pressed, as far as it is the person's, and tells what became of it; null when nothing was pressed. */
export const endPressed = async (
  database: Database,
  personId: string,
  pressed: Pressed,
  now: number,
): Promise<string | null> => {
  const { programs, signIns } = await findOwnAccess(database.read, personId, now);
  for (const kind of ['program', 'script'] as const) {
    const id = pressed[kind];
    if (id === undefined) continue;
    await database.transaction(writes => endProgram(writes, personId, { kind, id }));
    const known = programs.find(each => each.kind === kind && each.id === id);
    // A name in another script must not turn the words around it.
    return known === undefined ? endedBefore : `\u2068${known.name}\u2069 no longer has access.`;
  }
  const { sign_in: signIn, everywhere } = pressed;
  if (everywhere !== undefined) await database.transaction(writes => endAllSignIns(writes, personId));
  if (signIn === undefined) return null;
  await database.transaction(writes => endSignIn(writes, personId, signIn));
  return signIns.some(({ id }) => id === signIn) ? 'You are signed out in the other browser.' : endedBefore;
};

const endedBefore = 'That access had already ended.';
