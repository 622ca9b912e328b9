import { type NotificationPreferences, notificationDefaults } from '#contract';
import { type NotificationKind, notificationKinds } from '#contract/enums';
import { decodeEnum, encodeEnum } from '../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { lockPerson } from '../database/lock-person.ts';

/** Reads the preferences of a person. */
export const readPreferences = async (queries: Queries, personId: string): Promise<NotificationPreferences> => {
  const changed = queries.selectFrom('notification_preferences').selectAll().where('person_id', '=', personId);
  const members = (await changed.execute()).map(({ kind, in_app }) => [
    decodeEnum(notificationKinds, kind),
    { in_app: in_app === 1 },
  ]);
  return { ...notificationDefaults, ...Object.fromEntries(members) };
};

/** Replaces the preferences of a person. Kinds with their defaults need no row. */
export const replacePreferences = async (
  writes: WriteTransaction,
  personId: string,
  preferences: NotificationPreferences,
): Promise<void> => {
  await lockPerson(writes, personId);
  await writes.deleteFrom('notification_preferences').where('person_id', '=', personId).execute();
  const changed = notificationKinds
    .filter(kind => preferences[kind].in_app !== notificationDefaults[kind].in_app)
    .map(kind => ({
      person_id: personId,
      kind: encodeEnum(notificationKinds, kind),
      in_app: preferences[kind].in_app ? 1 : 0,
    }));
  if (changed.length > 0) await writes.insertInto('notification_preferences').values(changed).execute();
};

/** Returns whether a person wants notifications of a kind. */
export type WantsKind = (personId: string, kind: NotificationKind) => boolean;

/** Reads the preferences of all people. */
export const readAllPreferences = async (queries: Queries): Promise<WantsKind> => {
  const rows = await queries.selectFrom('notification_preferences').selectAll().execute();
  const changed = new Map(
    rows.map(({ person_id, kind, in_app }) => [`${decodeEnum(notificationKinds, kind)} ${person_id}`, in_app === 1]),
  );
  return (personId, kind) => changed.get(`${kind} ${personId}`) ?? notificationDefaults[kind].in_app;
};
