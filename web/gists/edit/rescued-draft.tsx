import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Gist } from '#contract';
import { usePerson } from '../../session/person.ts';
import { addFile, blank, changeDescription, changeFile, formFiles, noChanges } from './edit-draft.ts';
import { type GistDraft, gistPlace, keepGistDraft, useGistDraft } from './gist-draft.ts';
import css from './gist-form.module.css';

/**
 * What is left of a gist that somebody deleted while it was being changed: the draft, which can become a new gist.
 * `gist`: as it was last read; null where it never was, and only what was touched is known.
 */
export function RescuedDraft({ id, gist }: { id: string; gist: Gist | null }) {
  const personId = usePerson().id;
  const draft = useGistDraft(gistPlace(personId, id));
  const begun = useGistDraft(gistPlace(personId, null));
  const search = useSearch({ from: '/desk/gists' });
  const navigate = useNavigate();
  if (!gist && !draft) return null;
  const rescue = (): void => {
    keepGistDraft(gistPlace(personId, null), becomeNew(draft ?? noChanges, gist, begun ?? noChanges));
    keepGistDraft(gistPlace(personId, id), null);
    void navigate({ to: '/gists/new', search });
  };
  return (
    <p className={css.restored} role="alert">
      This gist was deleted. What you wrote is still here.
      <button type="button" className="button" onClick={rescue}>
        Make a new gist of it
      </button>
    </p>
  );
}

/** The files as the form shows them, added to the new gist that may already have been begun. */
function becomeNew(draft: GistDraft, gist: Gist | null, begun: GistDraft): GistDraft {
  const described = begun.description
    ? begun
    : changeDescription(begun, blank, draft.description?.value ?? gist?.description ?? '');
  const files = formFiles(gist ?? blank, draft).filter(({ deleted }) => !deleted);
  return files.reduce<GistDraft>(
    (all, { name, content }) => {
      const id = crypto.randomUUID();
      return changeFile(addFile(all, id), blank, `added ${id}`, { name, content });
    },
    { ...described, at: Date.now(), idempotencyKey: null },
  );
}
