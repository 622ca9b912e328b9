import { useId } from 'react';
import type { MessageType } from '#contract/vocabulary';
import { usePerson } from '../../session/person.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { messagePlace, useMessageDraft } from '../drafts.ts';
import { discardMessage } from './discard.ts';
import css from './left-draft.module.css';

/** What somebody had begun to write where it cannot be sent: the ticket is gone, or they may only read. To be copied, until it is discarded. */
export function LeftDraft({ ticketId, type }: { ticketId: string; type: MessageType }) {
  const { id: personId } = usePerson();
  const { text } = useMessageDraft(messagePlace(personId, ticketId, type));
  const titleId = useId();
  if (text === '') return null;
  return (
    <section className={css.draft} data-type={type} aria-labelledby={titleId}>
      <header>
        <h3 id={titleId}>Your unsent {type}</h3>
        <CopyButton text={text} what={type} />
        <button type="button" className="button" onClick={() => discardMessage(personId, ticketId, type)}>
          Discard
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keys that scroll */}
      <p tabIndex={0} dir="auto">
        {text}
      </p>
    </section>
  );
}
