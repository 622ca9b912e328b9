import { useId } from 'react';
import type { MessageType } from '#contract/vocabulary';
import { usePerson } from '../session/person.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { keepMessage, messagePlace, useMessageDraft } from './drafts.ts';
import css from './left-draft.module.css';

/** What somebody had begun to write in a ticket that is no longer there: to be copied, until it is discarded. */
export function LeftDraft({ ticketId, type }: { ticketId: string; type: MessageType }) {
  const place = messagePlace(usePerson().id, ticketId, type);
  const { text } = useMessageDraft(place);
  const titleId = useId();
  if (text === '') return null;
  return (
    <section className={css.draft} data-type={type} aria-labelledby={titleId}>
      <header>
        <h3 id={titleId}>Your unsent {type}</h3>
        <CopyButton text={text} what={type} />
        <button type="button" className="button" onClick={() => keepMessage(place, {})}>
          Discard
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keys that scroll */}
      <p tabIndex={0}>{text}</p>
    </section>
  );
}
