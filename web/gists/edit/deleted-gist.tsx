import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Gist } from '#contract';
import { usePerson } from '../../session/person.ts';
import { addFile, changeDescription, changeFile, emptyGist, getFormFiles, noChanges } from './edit-draft.ts';
import { getGistDraftKey, type LocalGistDraft, storeGistDraft, useGistDraft } from './gist-draft.ts';
import css from './gist-form.module.css';

type RescuedDraftProps = {
  draft: LocalGistDraft;
  /** The gist as last loaded; null if it never was, so that only the edited parts are known. */
  gist: Gist | null;
  /** Called once the draft belongs to a new gist. */
  onRescue: () => void;
};

/** Offers to create a new gist from a draft whose gist was deleted. */
export function RescuedDraft({ draft, gist, onRescue }: RescuedDraftProps) {
  const draftKey = getGistDraftKey(usePerson().id, null);
  const newDraft = useGistDraft(draftKey);
  const search = useSearch({ from: '/desk/gists' });
  const navigate = useNavigate();
  const rescue = (): void => {
    storeGistDraft(draftKey, toNewGist(draft, gist, newDraft ?? noChanges));
    onRescue();
    void navigate({ to: '/gists/new', search });
  };
  return (
    <p className={css['draft-message']} role="alert">
      This gist was deleted. Your text is still here.
      <button type="button" className="button" onClick={rescue}>
        Create a new gist from this text
      </button>
    </p>
  );
}

/** Adds the form's files to the new gist, which may already have a draft. */
function toNewGist(draft: LocalGistDraft, gist: Gist | null, newDraft: LocalGistDraft): LocalGistDraft {
  const described = newDraft.description
    ? newDraft
    : changeDescription(newDraft, emptyGist, draft.description?.value ?? gist?.description ?? '');
  const files = getFormFiles(gist ?? emptyGist, draft).filter(({ deleted }) => !deleted);
  return files.reduce<LocalGistDraft>(
    (all, { name, content }) => {
      const id = crypto.randomUUID();
      return changeFile(addFile(all, id), emptyGist, `added ${id}`, { name, content });
    },
    { ...described, at: Date.now(), idempotencyKey: null },
  );
}
