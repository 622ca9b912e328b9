import { type NotificationPreferences, notificationDefaults } from '#contract';
import { type NotificationKind, notificationKinds } from '#contract/enums';
import { decodeEnum, encodeEnum } from '../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { lockPerson } from '../database/lock-person.ts';
import type { Schema } from '../database/schema.ts';

/** How a person gets the notifications of one kind. */
export type Channels = NotificationPreferences[NotificationKind];

const toChannels = (row: Schema['notification_preferences']): Channels => ({
  in_app: row.in_app === 1,
  by_mail: row.by_mail === 1,
});

/** Reads the preferences of a person. */
export const readPreferences = async (queries: Queries, personId: string): Promise<NotificationPreferences> => {
  const changed = queries.selectFrom('notification_preferences').selectAll().where('person_id', '=', personId);
  const members = (await changed.execute()).map(row => [decodeEnum(notificationKinds, row.kind), toChannels(row)]);
  return { ...notificationDefaults, ...Object.fromEntries(members) };
};

/**
 * Replaces the preferences of a person. Kinds with default channels need no row. Notifications of kinds that the person
 * does not want by mail are not mailed, even if they were created before the change.
 */
export const replacePreferences = async (
  writes: WriteTransaction,
  personId: string,
  preferences: NotificationPreferences,
): Promise<void> => {
  await lockPerson(writes, personId);
  await writes.deleteFrom('notification_preferences').where('person_id', '=', personId).execute();
  const changed = notificationKinds
    .filter(kind => !isDefault(kind, preferences[kind]))
    .map(kind => ({
      ...toChannelColumns(preferences[kind]),
      person_id: personId,
      kind: encodeEnum(notificationKinds, kind),
    }));
  if (changed.length > 0) await writes.insertInto('notification_preferences').values(changed).execute();
  const unmailed = notificationKinds.filter(kind => !preferences[kind].by_mail);
  if (unmailed.length > 0)
    await writes
      .updateTable('notifications')
      .set({ by_mail: 0 })
      .where('person_id', '=', personId)
      .where(
        'kind',
        'in',
        unmailed.map(kind => encodeEnum(notificationKinds, kind)),
      )
      .where('by_mail', '=', 1)
      .execute();
};

const isDefault = (kind: NotificationKind, { in_app, by_mail }: Channels): boolean =>
  in_app === notificationDefaults[kind].in_app && by_mail === notificationDefaults[kind].by_mail;

/** Encodes channels as columns. */
export const toChannelColumns = ({ in_app, by_mail }: Channels) => ({
  in_app: in_app ? 1 : 0,
  by_mail: by_mail ? 1 : 0,
});

/** Returns how a person gets the notifications of a kind; null if neither channel is on. */
export type FindChannels = (personId: string, kind: NotificationKind) => Channels | null;

/** Reads the preferences of all people. */
export const readAllPreferences = async (queries: Queries): Promise<FindChannels> => {
  const rows = await queries.selectFrom('notification_preferences').selectAll().execute();
  const changed = new Map(
    rows.map(row => [`${decodeEnum(notificationKinds, row.kind)} ${row.person_id}`, toChannels(row)]),
  );
  return (personId, kind) => {
    const channels = changed.get(`${kind} ${personId}`) ?? notificationDefaults[kind];
    return channels.in_app || channels.by_mail ? channels : null;
  };
};
