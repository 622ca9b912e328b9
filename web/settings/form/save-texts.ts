import { isConflict } from '../../api-client/errors.ts';
import { buildChange, type FieldTexts, hasSameValue, type SettingsBase, type SettingsField } from './fields.ts';

/** The requests of a form that reads and writes stored settings. */
export type SettingsStore = {
  /**
   * Sends the changed fields with the version on which they are based. `texts` contains the texts of all fields.
   * @returns the stored settings
   * @throws ApiError 409 or 412 if the stored settings have changed
   */
  save: (change: object, version: number, texts: FieldTexts) => Promise<SettingsBase>;
  /** Loads the stored settings. */
  reload: () => Promise<SettingsBase>;
};

/** Texts that a person saves, and the version that they edited. */
export type Edit = { base: SettingsBase; texts: FieldTexts };

/** A stale edit and its merge with the stored settings. `conflicts` has the stored texts of fields in conflict. */
export type Merge = { sent: Edit; merged: Edit; conflicts: FieldTexts };

export type Saved = { sent: Edit; stored: SettingsBase };

type SaveOptions = SettingsStore & { fields: readonly SettingsField[]; onMerge?: (merge: Merge) => void };

/**
 * Saves an edit. After a 409 or 412 it merges the edit with the stored settings, and saves again if the merge differs
 * from them. Otherwise the edit is stored already: the response to a save may have been lost.
 *
 * @throws ApiError 409 or 412 if other people changed the same field differently, or the stored version is unchanged
 */
export async function saveTexts(edit: Edit, { fields, save, reload, onMerge }: SaveOptions): Promise<Saved> {
  for (let sent = edit; ; ) {
    const { base, texts } = sent;
    try {
      return { sent, stored: await save(buildChange(fields, base.texts, texts), base.version, texts) };
    } catch (error) {
      if (!isConflict(error)) throw error;
      const now = await reload();
      if (isEqual(now, base)) throw error;
      const mine = adoptEqualTexts(fields, texts, now.texts);
      const merged = { base: now, texts: mergeTexts(base.texts, mine, now.texts) };
      if (Object.keys(buildChange(fields, now.texts, merged.texts)).length === 0) return { sent, stored: now };
      const conflicts = listConflicts(base.texts, mine, now.texts);
      onMerge?.({ sent, merged, conflicts });
      if (Object.keys(conflicts).length > 0) throw error;
      sent = merged;
    }
  }
}

/** Compares versions and texts. A form of two resources has the version of the second among its texts. */
const isEqual = (now: SettingsBase, base: SettingsBase): boolean =>
  now.version === base.version && Object.entries(now.texts).every(([name, text]) => text === base.texts[name]);

/** Replaces texts with equivalent texts of `now`: "1gb" with "1 GB". */
const adoptEqualTexts = (fields: readonly SettingsField[], texts: FieldTexts, now: FieldTexts): FieldTexts => {
  const equal = fields.filter(field => hasSameValue(field, texts[field.name] ?? '', now[field.name] ?? ''));
  return { ...texts, ...Object.fromEntries(equal.map(({ name }) => [name, now[name] ?? ''])) };
};

/** Returns the stored texts of the fields that this person and other people changed differently. */
const listConflicts = (base: FieldTexts, mine: FieldTexts, now: FieldTexts): FieldTexts =>
  Object.fromEntries(
    Object.entries(now).filter(
      ([name, text]) => text !== base[name] && mine[name] !== base[name] && mine[name] !== text,
    ),
  );

/** Returns the texts of `now` with the edits from `base` to `mine`. */
export const mergeTexts = (base: FieldTexts, mine: FieldTexts, now: FieldTexts): FieldTexts =>
  Object.fromEntries(
    Object.entries(now).map(([name, text]) => [name, mine[name] === base[name] ? text : (mine[name] ?? text)]),
  );

/** Returns the edit that undoes a save and leaves other fields alone. */
export const revertEdit = ({ sent, stored }: Saved): Edit => ({
  base: stored,
  texts: mergeTexts(sent.texts, sent.base.texts, stored.texts),
});
