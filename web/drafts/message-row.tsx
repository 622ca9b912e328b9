import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isGone } from '../api-errors.ts';
import { discardMessage } from '../messages/composer/discard.ts';
import type { KeptMessage } from '../messages/thread/kept-messages.ts';
import { usePerson } from '../session/person.ts';
import { openView } from '../tickets/filter/views.ts';
import { ticketItem } from '../tickets/queries.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { DraftRow } from './draft-row.tsx';

const kinds = { reply: 'Reply', note: 'Note' } as const;

/** A reply or a note. Of a ticket that is gone, its text can still be had. */
export function MessageRow({ message: { ticketId, type, draft } }: { message: KeptMessage }) {
  const { id: personId } = usePerson();
  const { data: ticket, error } = useQuery(ticketItem(ticketId));
  const isLeft = isGone(error);
  const what = `${kinds[type].toLowerCase()} to #${ticketId}`;
  return (
    <DraftRow
      icon={type === 'reply' ? 'bubble' : 'pencil'}
      title={
        isLeft ? (
          `#${ticketId} was deleted`
        ) : (
          <Link to="/tickets/$ticketId" params={{ ticketId }} search={openView.filter}>
            {ticket?.subject ?? `#${ticketId}`}
          </Link>
        )
      }
      kind={
        <>
          {kinds[type]} · <span className="number">#{ticketId}</span>
        </>
      }
      text={draft.text}
      keptAt={draft.keptAt}
    >
      {isLeft && <CopyButton text={draft.text} what={`the ${what}`} />}
      <button
        type="button"
        className="icon-button"
        aria-label={`Discard the ${what}`}
        title="Discard"
        onClick={() => discardMessage(personId, ticketId, type)}
      >
        <Icon name="trash" size={14} />
      </button>
    </DraftRow>
  );
}
