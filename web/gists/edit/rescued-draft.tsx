import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Gist } from '#contract';
import { usePerson } from '../../session/person.ts';
import { addFile, blank, changeDescription, changeFile, formFiles, noChanges } from './edit-draft.ts';
import { type GistDraft, gistPlace, keepGistDraft, useGistDraft } from './gist-draft.ts';
import css from './gist-form.module.css';

type RescuedDraftProps = {
  draft: GistDraft;
  /** The gist as it was last read; null where it never was, and only what was touched is known. */
  gist: Gist | null;
  /** The draft is the new gist's from now on. */
  onRescue: () => void;
};

/** What is left of a gist that somebody deleted while it was being changed: it can become a new one. */
export function RescuedDraft({ draft, gist, onRescue }: RescuedDraftProps) {
  const place = gistPlace(usePerson().id, null);
  const begun = useGistDraft(place);
  const search = useSearch({ from: '/desk/gists' });
  const navigate = useNavigate();
  const rescue = (): void => {
    keepGistDraft(place, becomeNew(draft, gist, begun ?? noChanges));
    onRescue();
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
