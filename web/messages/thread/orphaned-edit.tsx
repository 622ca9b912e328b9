import { discardDraft } from '../../storage/discard-draft.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { getMessageEditKey, useEditDraft } from './edit-drafts.ts';
import css from './orphaned-edit.module.css';

type OrphanedEditProps = { personId: string; ticketId: string; messageId: string };

/** Shows an unsaved edit of a message that was deleted. */
export function OrphanedEdit({ personId, ticketId, messageId }: OrphanedEditProps) {
  const draftKey = getMessageEditKey(personId, ticketId, messageId);
  const draft = useEditDraft(draftKey);
  if (!draft) return null;
  return (
    <section className={css.orphaned} aria-label="Your change to a deleted message">
      <h2>You were editing a message that has been deleted</h2>
      <p dir="auto">{draft.text}</p>
      <footer>
        <CopyButton text={draft.text} subject="your text" />
        <button type="button" className="button" onClick={() => discardDraft(draftKey, 'Edit discarded')}>
          Discard
        </button>
      </footer>
    </section>
  );
}
