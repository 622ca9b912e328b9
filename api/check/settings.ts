import { settingsBody } from '#contract/settings';
import { decodeSettings } from '../database/settings.ts';
import { createRowsCheck } from './check.ts';

/** Checks the settings, which every process reads without validation. */
export const settingsCheck = createRowsCheck(
  { name: 'settings', rule: 'The settings are within their bounds.' },
  'settings',
  async queries => {
    const rows = await queries.selectFrom('settings').select(['id', 'changed']).execute();
    return rows
      .filter(({ changed }) => !isValid(changed))
      .map(({ id }) => ({ table: 'settings', id, sentence: 'The settings are malformed or out of bounds.' }));
  },
);

const isValid = (changed: string): boolean => {
  try {
    return settingsBody.safeParse(decodeSettings(changed)).success;
  } catch {
    return false;
  }
};
