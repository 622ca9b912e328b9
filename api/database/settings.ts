import type { Selectable } from 'kysely';
import { defaultSettings } from '#contract/default-settings';
import type { Settings, SettingsChange } from '#contract/settings';
import type { Queries } from './database.ts';
import { prepareQuery } from './prepare-query.ts';
import type { SettingsTable } from './schema.ts';

export type SettingsRow = Selectable<SettingsTable>;

/** The id of the only row. */
export const settingsId = 'settings';

/** Reads the settings. Each call reads the store: a change applies to every process immediately. */
export const readSettings = async (queries: Queries): Promise<Settings> => {
  const [row] = await selectChanged(queries, { id: settingsId });
  return decodeSettings(row?.changed ?? '{}');
};

const selectChanged = prepareQuery<{ id: string }, Pick<SettingsRow, 'changed'>>((queries, value) =>
  queries.selectFrom('settings').select('changed').where('id', '=', value('id')),
);

/** Completes the stored settings with the defaults. */
export const decodeSettings = (changed: string): Settings => mergeSettings(defaultSettings, JSON.parse(changed));

/** Merges a change into the settings (RFC 7396). */
export const mergeSettings = (stored: Settings, { limits, retention, ...desk }: SettingsChange): Settings => ({
  ...stored,
  ...desk,
  limits: { ...stored.limits, ...limits },
  retention: { ...stored.retention, ...retention },
});

/** Encodes the settings that differ from the defaults. Later defaults apply to all other settings. */
export const encodeSettings = ({ limits, retention, ...desk }: Settings): string =>
  JSON.stringify({
    ...pickChanged(desk, defaultSettings),
    limits: pickChanged(limits, defaultSettings.limits),
    retention: pickChanged(retention, defaultSettings.retention),
  });

const pickChanged = <Group extends object>(group: Group, defaults: object): Partial<Group> => {
  const defaultValues = new Map<string, unknown>(Object.entries(defaults));
  return Object.fromEntries(
    Object.entries(group).filter(([name, value]) => value !== defaultValues.get(name)),
  ) as Partial<Group>;
};
