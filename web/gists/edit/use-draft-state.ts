import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { usePerson } from '../../session/person.ts';
import { describeDraftState } from '../../storage/drafts.ts';
import { addFile, isUnchanged, noChanges } from './edit-draft.ts';
import { getGistDraft, getGistDraftKey, type LocalGistDraft, storeGistDraft, useGistDraft } from './gist-draft.ts';

/** Delay before storing: a draft may be a mebibyte, too much for every keystroke. */
const storeDelayMilliseconds = 200;

/** Manages the draft in the gist form. `gistId` is null for a new gist, which starts with one empty file. */
export function useDraftState(gistId: string | null) {
  const personId = usePerson().id;
  const draftKey = useMemo(() => getGistDraftKey(personId, gistId), [personId, gistId]);
  const stored = useGistDraft(draftKey);
  const empty = gistId === null ? addFile(noChanges, 'first') : noChanges;
  const [draft, setDraft] = useState(stored ?? empty);
  const [restoredFrom, setRestoredFrom] = useState(stored?.at ?? null);
  const pending = useRef<LocalGistDraft>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const store = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (pending.current) storeGistDraft(draftKey, isUnchanged(pending.current) ? null : pending.current);
    pending.current = null;
  }, [draftKey]);
  useEffect(() => {
    addEventListener('pagehide', store);
    document.addEventListener('visibilitychange', store);
    return () => {
      store();
      removeEventListener('pagehide', store);
      document.removeEventListener('visibilitychange', store);
    };
  }, [store]);

  const show = (next: LocalGistDraft): LocalGistDraft => {
    pending.current = next;
    setDraft(next);
    timer.current ??= setTimeout(store, storeDelayMilliseconds);
    return next;
  };
  const clear = (): void => {
    show(empty);
    store();
    setRestoredFrom(null);
  };
  return {
    draft,
    /** Changes the draft, which is stored a moment later or when the page is left. Returns the result. */
    change: (edit: (draft: LocalGistDraft) => LocalGistDraft): LocalGistDraft =>
      show({ ...edit(pending.current ?? draft), at: Date.now(), idempotencyKey: null }),
    /** Describes whether the draft is stored; empty without a draft. */
    storageStatus: stored === null ? '' : describeDraftState(draftKey),
    /** Time of the restored draft's last edit; null without a restored draft. */
    restoredFrom,
    /** Returns the idempotency key of the draft. Creates and stores it on the first call. */
    getIdempotencyKey: (): string => {
      const idempotencyKey = draft.idempotencyKey ?? crypto.randomUUID();
      show({ ...draft, idempotencyKey });
      store();
      return idempotencyKey;
    },
    /** Stores the latest edits now. Also works after the form was closed. */
    store,
    /** Shows the draft that remains after a save: the edits made during the save. Returns false if there are none. */
    showRemaining: (): boolean => {
      const remaining = getGistDraft(draftKey);
      setDraft(remaining ?? empty);
      setRestoredFrom(null);
      return remaining !== null;
    },
    /** Discards the draft. Returns a function that restores it. */
    discard: (): (() => void) => {
      clear();
      return () => void show(draft);
    },
  };
}
