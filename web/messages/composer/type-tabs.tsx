import { type MessageType, messageTypes } from '#contract/enums';
import { Writers } from '../../presence/ticket-viewers.tsx';
import { usePerson } from '../../session/person.ts';
import { DraftBadge } from '../../ui/draft-badge.tsx';
import { getMessageDraftKey, hasContent, useMessageDraft } from '../message-draft.ts';
import css from './composer.module.css';

const typeLabels: Readonly<Record<MessageType, string>> = { reply: 'Reply', note: 'Note' };

type TypeTabsProps = { ticketId: string; type: MessageType; onChoose: (type: MessageType) => void };

/** Tabs for reply and note; the inactive tab shows whether it has a draft. Shows who else is writing. */
export function TypeTabs({ ticketId, type, onChoose }: TypeTabsProps) {
  return (
    <fieldset className={css.tabs}>
      <legend className="visually-hidden">Message type</legend>
      {messageTypes.map(each => (
        <label key={each}>
          <input
            type="radio"
            name="message-type"
            className="visually-hidden"
            checked={each === type}
            onChange={() => onChoose(each)}
          />
          {typeLabels[each]}
          {each !== type && <DraftMark ticketId={ticketId} type={each} />}
        </label>
      ))}
      <Writers ticketId={ticketId} />
    </fieldset>
  );
}

function DraftMark({ ticketId, type }: { ticketId: string; type: MessageType }) {
  const draft = useMessageDraft(getMessageDraftKey(usePerson().id, ticketId, type));
  return hasContent(draft) ? <DraftBadge className={css.draft} /> : null;
}
