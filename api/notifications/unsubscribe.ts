import type { NotificationKind } from '#contract/enums';
import type { Database, Queries } from '../database/database.ts';
import { lockPerson } from '../database/lock-person.ts';
import { readUnsubscribeToken } from '../mail/unsubscribe-token.ts';
import { readPreferences, replacePreferences } from './preferences.ts';

/** Stops mail about notifications for the owner of a link, without a sign-in. */
export type Unsubscribe = {
  /** Finds the kinds that a link stops; null for an invalid link. Changes nothing, because mail scanners open links. */
  find(token: string): Promise<readonly NotificationKind[] | null>;
  /** Stops mail about the kinds of a link. @returns the kinds; null for an invalid link */
  stop(token: string): Promise<readonly NotificationKind[] | null>;
};

export const createUnsubscribe = (
  { read, transaction }: Pick<Database, 'read' | 'transaction'>,
  readTokenKey: (queries: Queries) => Promise<Buffer>,
): Unsubscribe => {
  const parse = async (token: string) => readUnsubscribeToken(await readTokenKey(read), token);

  return {
    find: async token => (await parse(token))?.kinds ?? null,

    async stop(token) {
      const parsed = await parse(token);
      if (parsed === null) return null;
      const { personId, kinds } = parsed;
      await transaction(async writes => {
        await lockPerson(writes, personId);
        const preferences = { ...(await readPreferences(writes, personId)) };
        for (const kind of kinds) preferences[kind] = { ...preferences[kind], by_mail: false };
        await replacePreferences(writes, personId, preferences);
      });
      return kinds;
    },
  };
};
