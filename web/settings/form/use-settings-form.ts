import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isConflict } from '../../api-client/errors.ts';
import { usePerson } from '../../session/person.ts';
import { discardDraft } from '../../storage/discard-draft.ts';
import { persistDraft, useDraft } from '../../storage/drafts.ts';
import { isRecord } from '../../storage/is-record.ts';
import { showDone, showFailure, showUndo } from '../../toasts/toast-store.ts';
import { groupFieldErrors } from '../../ui/form-field.tsx';
import { buildChange, type FieldTexts, type SettingsBase, type SettingsField } from './fields.ts';

type SettingsFormOptions = {
  fields: readonly SettingsField[];
  /** The stored settings. */
  current: SettingsBase;
  /** The path of the draft: `settings/mailboxes/1`. */
  draftPath: string;
  /** Sends the change for this version. @returns the stored settings. @throws ApiError 412 if they have changed */
  save: (change: object, version: number) => Promise<SettingsBase>;
  /** Loads the stored settings. */
  reload: () => Promise<SettingsBase>;
  /** Offers to undo what was saved. */
  canUndo?: true;
};

type SettingsDraft = { base: SettingsBase; texts: FieldTexts };

/**
 * State of a settings form: a draft of unsaved texts, merged with changes by other people. A field that another person
 * changed differently shows the other value, too, and saving again replaces it. Passwords are never part of a draft.
 */
export function useSettingsForm({ fields, current, draftPath, save, reload, canUndo }: SettingsFormOptions) {
  const draftKey = { personId: usePerson().id, path: draftPath };
  const draft = useDraft(draftKey, parseDraft);
  const [secrets, setSecrets] = useState<FieldTexts>({});
  const [theirs, setTheirs] = useState<FieldTexts>({});
  const base = draft?.base ?? current;
  const texts = { ...base.texts, ...draft?.texts, ...secrets };
  const isSecret = (name: string): boolean => fields.some(field => field.name === name && field.kind === 'password');

  const store = (newBase: SettingsBase, newTexts: FieldTexts): void => {
    const edited = Object.entries(newTexts).filter(([name, text]) => !isSecret(name) && text !== newBase.texts[name]);
    const draft: SettingsDraft = { base: newBase, texts: Object.fromEntries(edited) };
    persistDraft(draftKey, edited.length > 0 ? draft : null);
  };
  const reset = (): void => {
    setSecrets({});
    setTheirs({});
  };

  const saveTexts = async (before: SettingsBase, newTexts: FieldTexts) => {
    const stored = await save(buildChange(fields, before.texts, newTexts), before.version);
    return { stored, before };
  };
  const showSaved = ({ stored, before }: Awaited<ReturnType<typeof saveTexts>>): void => {
    const undo = () => saveTexts(stored, before.texts);
    if (canUndo) showUndo('Saved', () => void undo().catch(error => showFailure('Couldn’t undo the change', error)));
    else showDone('Saved');
  };

  const mutation = useMutation({
    mutationFn: async () => {
      try {
        return await saveTexts(base, texts);
      } catch (error) {
        if (!isConflict(error)) throw error;
        const now = await reload();
        const conflicts = listConflicts(base.texts, texts, now.texts);
        const merged = mergeTexts(base.texts, texts, now.texts);
        store(now, merged);
        setTheirs(conflicts);
        if (Object.keys(conflicts).length > 0) throw error;
        return saveTexts(now, merged);
      }
    },
    onSuccess: saved => {
      persistDraft(draftKey, null);
      reset();
      showSaved(saved);
    },
  });

  return {
    texts,
    /** Values of other people in fields that this person changed differently. */
    theirs,
    isChanged: Object.keys(buildChange(fields, base.texts, texts)).length > 0,
    isPending: mutation.isPending,
    error: mutation.error,
    /** Errors by the path of their field: `outbound.host`. */
    errors: groupFieldErrors(mutation.error, '['),
    setText(name: string, text: string): void {
      if (isSecret(name)) setSecrets(before => ({ ...before, [name]: text }));
      else store(base, { ...texts, [name]: text });
    },
    save: (): void => {
      if (!mutation.isPending) mutation.mutate();
    },
    discard(): void {
      reset();
      mutation.reset();
      discardDraft(draftKey, 'Changes discarded');
    },
  };
}

/** Returns the values of other people in the fields that this person changed differently. */
const listConflicts = (base: FieldTexts, mine: FieldTexts, now: FieldTexts): FieldTexts =>
  Object.fromEntries(
    Object.entries(now).filter(
      ([name, text]) => text !== base[name] && mine[name] !== base[name] && mine[name] !== text,
    ),
  );

/** Returns the new texts with this person's edits. */
const mergeTexts = (base: FieldTexts, mine: FieldTexts, now: FieldTexts): FieldTexts =>
  Object.fromEntries(
    Object.entries(now).map(([name, text]) => [name, mine[name] === base[name] ? text : (mine[name] ?? text)]),
  );

const isTexts = (value: unknown): value is FieldTexts =>
  isRecord(value) && Object.values(value).every(text => typeof text === 'string');

function parseDraft(stored: unknown): SettingsDraft | null {
  if (!isRecord(stored) || !isRecord(stored['base']) || !isTexts(stored['texts'])) return null;
  const { version, texts } = stored['base'];
  if (typeof version !== 'number' || !isTexts(texts)) return null;
  return { base: { version, texts }, texts: stored['texts'] };
}
