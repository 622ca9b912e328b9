import { useId } from 'react';
import type { MessageType } from '#contract/enums';
import { usePerson } from '../../session/person.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { getMessageDraftKey, hasContent, useMessageDraft } from '../message-draft.ts';
import { discardMessageDraft } from './discard-message-draft.ts';
import css from './unsendable-draft.module.css';

/** Shows a draft that cannot be sent. Its ticket is unknown or deleted, or the person may not reply. */
export function UnsendableDraft({ ticketId, type }: { ticketId: string; type: MessageType }) {
  const { id: personId } = usePerson();
  const draft = useMessageDraft(getMessageDraftKey(personId, ticketId, type));
  const { text, files } = draft;
  const titleId = useId();
  if (!hasContent(draft)) return null;
  return (
    <section className={css.draft} data-type={type} aria-labelledby={titleId}>
      <header>
        <h3 id={titleId}>Your unsent {type}</h3>
        <CopyButton text={text} subject={type} />
        <button type="button" className="button" onClick={() => discardMessageDraft(personId, ticketId, type)}>
          Discard
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <p tabIndex={0} dir="auto">
        {text}
      </p>
      {files.length > 0 && <p>Files: {files.map(({ name }) => name).join(', ')}</p>}
    </section>
  );
}
