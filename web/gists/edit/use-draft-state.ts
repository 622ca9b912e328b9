import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { describeKeeping } from '../../kept/drafts.ts';
import { usePerson } from '../../session/person.ts';
import { addFile, isUnchanged, noChanges } from './edit-draft.ts';
import { type GistDraft, gistPlace, keepGistDraft, useGistDraft } from './gist-draft.ts';

/** Milliseconds. A draft may be a mebibyte: it is not written with every keystroke. */
const keepAfter = 200;

type DraftState = {
  draft: GistDraft;
  /** Changes the draft, which is kept a moment later, or as soon as the page is left. */
  change: (edit: (draft: GistDraft) => GistDraft) => void;
  /** Whether the draft as it was kept last is safe, in words; empty where none was kept. */
  keeping: string;
  /** When the draft was last kept before this form opened; null where it opened without one. */
  restoredFrom: number | null;
  /** The key under which this very draft is sent, now and again. */
  keyOfAttempt: () => string;
  /** Forgets the draft; answers the way to have it back. */
  forget: () => () => void;
};

/** The draft of a gist in its form. `gistId` is null for a new gist, which begins with one empty file. */
export function useDraftState(gistId: string | null): DraftState {
  const personId = usePerson().id;
  const place = useMemo(() => gistPlace(personId, gistId), [personId, gistId]);
  const kept = useGistDraft(place);
  const empty = gistId === null ? addFile(noChanges, 'first') : noChanges;
  const [draft, setDraft] = useState(kept ?? empty);
  const [restoredFrom, setRestoredFrom] = useState(kept?.at ?? null);
  const unkept = useRef<GistDraft>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const keep = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (unkept.current) keepGistDraft(place, isUnchanged(unkept.current) ? null : unkept.current);
    unkept.current = null;
  }, [place]);
  useEffect(() => {
    addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      keep();
      removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [keep]);

  const show = (next: GistDraft): void => {
    unkept.current = next;
    setDraft(next);
    timer.current ??= setTimeout(keep, keepAfter);
  };
  return {
    draft,
    change: edit => show({ ...edit(unkept.current ?? draft), at: Date.now(), idempotencyKey: null }),
    keeping: kept === null ? '' : describeKeeping(place),
    restoredFrom,
    keyOfAttempt: () => {
      const idempotencyKey = draft.idempotencyKey ?? crypto.randomUUID();
      show({ ...draft, idempotencyKey });
      keep();
      return idempotencyKey;
    },
    forget: () => {
      show(empty);
      keep();
      setRestoredFrom(null);
      return () => show(draft);
    },
  };
}
