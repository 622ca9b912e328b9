import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePerson } from '../../session/person.ts';
import { discardDraft } from '../../storage/discard-draft.ts';
import { getDraft, persistDraft, useDraft } from '../../storage/drafts.ts';
import { isRecord } from '../../storage/is-record.ts';
import { showDone, showFailure, showUndo } from '../../toasts/toast-store.ts';
import { groupFieldErrors } from '../../ui/form-field.tsx';
import { buildChange, type FieldTexts, type SettingsBase, type SettingsField } from './fields.ts';
import {
  addNewFields,
  type Edit,
  mergeTexts,
  revertEdit,
  type Saved,
  type SettingsStore,
  saveTexts,
} from './save-texts.ts';

type SettingsFormOptions = SettingsStore & {
  fields: readonly SettingsField[];
  /** The stored settings. */
  current: SettingsBase;
  /** The path of the draft: `settings/mailboxes/1/mailbox`. */
  draftPath: string;
  /** Offers Undo after a save. */
  canUndo?: true;
};

/**
 * Returns the state of a settings form. Unsaved texts are a draft, which is merged with changes by other people. A
 * field that another person changed differently also shows the stored value, and saving again replaces that value.
 * Passwords are never part of a draft.
 */
export function useSettingsForm({ fields, current, draftPath, canUndo, ...server }: SettingsFormOptions) {
  const draftKey = { personId: usePerson().id, path: draftPath };
  const draft = useDraft(draftKey, parseDraft);
  const [secrets, setSecrets] = useState<FieldTexts>({});
  const [conflicts, setConflicts] = useState<FieldTexts>({});
  const base = draft ? addNewFields(draft.base, current) : current;
  const texts = { ...base.texts, ...draft?.texts, ...secrets };
  const isSecret = (name: string): boolean => fields.some(field => field.name === name && field.kind === 'password');

  const store = (newBase: SettingsBase, newTexts: FieldTexts): void => {
    const edited = Object.entries(newTexts).filter(([name, text]) => !isSecret(name) && text !== newBase.texts[name]);
    const draft: Edit = { base: newBase, texts: Object.fromEntries(edited) };
    persistDraft(draftKey, edited.length > 0 ? draft : null);
  };
  /** Replaces a sent edit with its result. Preserves texts that were typed in the meantime. */
  const storeResult = (sent: Edit, result: Edit): void => {
    const typed = { ...sent.base.texts, ...getDraft(draftKey, parseDraft)?.texts };
    store(result.base, mergeTexts(sent.texts, typed, result.texts));
  };

  const showSaved = (saved: Saved): void => {
    const undo = () => saveTexts(revertEdit(saved), { fields, ...server });
    if (canUndo) showUndo('Saved', () => void undo().catch(error => showFailure('Couldn’t undo the change', error)));
    else showDone('Saved');
  };

  const mutation = useMutation({
    onMutate: () => setConflicts({}),
    mutationFn: () =>
      saveTexts(
        { base, texts },
        {
          ...{ fields, ...server },
          onMerge({ sent, merged, conflicts }) {
            storeResult(sent, merged);
            setConflicts(conflicts);
          },
        },
      ),
    onSuccess: saved => {
      const { sent, stored } = saved;
      storeResult(sent, { base: stored, texts: stored.texts });
      setSecrets(secrets =>
        Object.fromEntries(Object.entries(secrets).filter(([name, text]) => text !== sent.texts[name])),
      );
      setConflicts({});
      showSaved(saved);
    },
  });

  return {
    texts,
    /** The stored texts of fields that this person and other people changed differently. */
    conflicts,
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
      setSecrets({});
      setConflicts({});
      mutation.reset();
      discardDraft(draftKey, 'Changes discarded');
    },
  };
}

const isTexts = (value: unknown): value is FieldTexts =>
  isRecord(value) && Object.values(value).every(text => typeof text === 'string');

function parseDraft(stored: unknown): Edit | null {
  if (!isRecord(stored) || !isRecord(stored['base']) || !isTexts(stored['texts'])) return null;
  const { version, texts } = stored['base'];
  if (typeof version !== 'number' || !isTexts(texts)) return null;
  return { base: { version, texts }, texts: stored['texts'] };
}
