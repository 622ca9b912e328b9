import { discardDraft } from '../../storage/discard-draft.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { getMessageEditKey, useEditDraft } from './edit-drafts.ts';
import css from './lost-edit.module.css';

type LostEditProps = { personId: string; ticketId: string; messageId: string };

/** Shows an unsaved edit of a message that was deleted. */
export function LostEdit({ personId, ticketId, messageId }: LostEditProps) {
  const draftKey = getMessageEditKey(personId, ticketId, messageId);
  const draft = useEditDraft(draftKey);
  if (!draft) return null;
  return (
    <section className={css.lost} aria-label="Your change to a deleted message">
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
