import type { Settings, SettingsRepresentation } from '#contract';
import { formatByteSize } from '#contract/byte-size';
import type { FieldError } from '#contract/errors';
import { isoTime } from '../database/column-encoding.ts';
import type { Queries } from '../database/database.ts';
import { decodeSettings, type SettingsRow } from '../database/settings.ts';
import { isMarkedDeleted } from '../database/tombstones.ts';
import { fieldError, requireNoErrors } from '../http/errors.ts';
import type { Resource } from '../http/route.ts';
import { findSettings } from './store.ts';

/** Describes the settings to the request pipeline. */
export const settingsResource = (apiPublicUrl: string): Resource<SettingsRow, Settings> => ({
  name: 'settings',
  parameter: 'settings_id',
  find: findSettings,
  isDeleted: async () => false,
  toDraft: ({ changed }) => decodeSettings(changed),
  toRepresentation: toSettings(apiPublicUrl),
  validateReferences: findUnknownMailbox,
  /** Adds no defaults. Here the draft is complete, so its fields can be checked against each other. */
  async addDefaults(_writes, _row, settings) {
    requireConsistent(settings);
    return settings;
  },
});

/**
 * Returns an error for a default mailbox that never existed. The id of a deleted mailbox is valid, since a client that
 * replaces all settings sends the id unchanged.
 */
export const findUnknownMailbox = async (
  queries: Queries,
  { default_mailbox_id: id }: Partial<Settings>,
): Promise<FieldError[]> => {
  if (typeof id !== 'string' || (await isMarkedDeleted(queries, 'mailbox', id))) return [];
  const mailbox = await queries.selectFrom('mailboxes').select('n').where('id', '=', id).executeTakeFirst();
  if (mailbox !== undefined) return [];
  return [fieldError('default_mailbox_id', 'unknown_reference', 'must be the id of a mailbox')];
};

/** Converts stored settings to their representation; `baseUrl` is API_PUBLIC_URL. */
const toSettings =
  (baseUrl: string) =>
  ({ id, changed, version, created_at, updated_at }: SettingsRow): SettingsRepresentation => ({
    id,
    url: `${baseUrl}/v1/settings`,
    ...decodeSettings(changed),
    version,
    created_at: isoTime(created_at),
    updated_at: isoTime(updated_at),
  });

/** @throws ApiError 422 for values that contradict each other */
export const requireConsistent = (settings: Settings): void => requireNoErrors(findContradictions(settings));

const findContradictions = ({ limits }: Settings): FieldError[] =>
  limits.max_file_bytes <= limits.max_message_bytes
    ? []
    : [
        fieldError(
          'limits.max_file_bytes',
          'out_of_range',
          `is more than max_message_bytes, ${formatByteSize(limits.max_message_bytes)}`,
        ),
      ];
