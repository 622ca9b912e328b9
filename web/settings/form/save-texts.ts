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

/** The edit that was sent last, and the settings that are stored now. */
export type Saved = { sent: Edit; stored: SettingsBase };

type SaveOptions = SettingsStore & { fields: readonly SettingsField[]; onMerge?: (merge: Merge) => void };

/**
 * Saves an edit. After a 409 or 412, merges the edit with the stored settings, and saves the merge if it differs from
 * them. Otherwise the edit is stored already: the response to a save may have been lost.
 *
 * @throws ApiError 409 or 412 if other people changed the same field differently, or the stored version is unchanged
 * @throws any other error of a request
 */
export async function saveTexts(edit: Edit, { fields, save, reload, onMerge }: SaveOptions): Promise<Saved> {
  for (let sent = edit; ; ) {
    const { base, texts } = sent;
    try {
      return { sent, stored: await save(buildChange(fields, base.texts, texts), base.version, texts) };
    } catch (error) {
      if (!isConflict(error)) throw error;
      const stored = await reload();
      if (isEqual(stored, base)) throw error;
      const edited = adoptEqualTexts(fields, texts, stored.texts);
      const merged = { base: stored, texts: mergeTexts(base.texts, edited, stored.texts) };
      if (Object.keys(buildChange(fields, stored.texts, merged.texts)).length === 0) return { sent, stored };
      const conflicts = listConflicts(base.texts, edited, stored.texts);
      onMerge?.({ sent, merged, conflicts });
      if (Object.keys(conflicts).length > 0) throw error;
      sent = merged;
    }
  }
}

/** Compares versions and texts. In a form for two resources, one text is the version of the second resource. */
const isEqual = (stored: SettingsBase, base: SettingsBase): boolean =>
  stored.version === base.version && Object.entries(stored.texts).every(([name, text]) => text === base.texts[name]);

/** Replaces texts with equivalent stored texts: "1gb" with "1 GB". */
const adoptEqualTexts = (fields: readonly SettingsField[], texts: FieldTexts, stored: FieldTexts): FieldTexts => {
  const equal = fields.filter(field => hasSameValue(field, texts[field.name] ?? '', stored[field.name] ?? ''));
  return { ...texts, ...Object.fromEntries(equal.map(({ name }) => [name, stored[name] ?? ''])) };
};

/** Returns the stored texts of the fields that this person and other people changed differently. */
const listConflicts = (base: FieldTexts, edited: FieldTexts, stored: FieldTexts): FieldTexts =>
  Object.fromEntries(
    Object.entries(stored).filter(
      ([name, text]) => text !== base[name] && edited[name] !== base[name] && edited[name] !== text,
    ),
  );

/** Returns the stored texts with the edits from `base` to `edited`. */
export const mergeTexts = (base: FieldTexts, edited: FieldTexts, stored: FieldTexts): FieldTexts =>
  Object.fromEntries(
    Object.entries(stored).map(([name, text]) => [name, edited[name] === base[name] ? text : (edited[name] ?? text)]),
  );

/** Adds the fields that the base of a draft lacks. An upgrade may have added them after the draft was stored. */
export const addNewFields = (base: SettingsBase, current: SettingsBase): SettingsBase => ({
  ...base,
  texts: { ...current.texts, ...base.texts },
});

/** Returns the edit that undoes a save, without a change to other fields. */
export const revertEdit = ({ sent, stored }: Saved): Edit => ({
  base: stored,
  texts: mergeTexts(sent.texts, sent.base.texts, stored.texts),
});
