import { useState } from 'react';
import { Time } from '../../ui/time.tsx';
import type { TicketDraft } from './new-ticket-draft.ts';
import css from './new-ticket-form.module.css';

type NewTicketDraftLineProps = {
  /** What the form began with; null for nothing. */
  found: TicketDraft | null;
  /** Begins the form anew. */
  onStart: (draft: TicketDraft | null) => void;
};

/** Says that the form goes on with what was typed before, and lets one begin anew, and change one's mind about that. */
export function NewTicketDraftLine({ found, onStart }: NewTicketDraftLineProps) {
  const [discarded, setDiscarded] = useState<TicketDraft | null>(null);
  const draft = found ?? discarded;
  if (!draft) return null;
  const isDiscarded = found === null;
  const turn = (): void => {
    setDiscarded(isDiscarded ? null : found);
    onStart(isDiscarded ? draft : null);
  };
  return (
    <p className={css.draft}>
      <span role="status">
        {isDiscarded ? (
          'Draft discarded'
        ) : (
          <>
            Your draft from <Time at={new Date(draft.keptAt).toISOString()} as="when" />
          </>
        )}
      </span>
      <button type="button" className="button" onClick={turn}>
        {isDiscarded ? 'Undo' : 'Discard'}
      </button>
    </p>
  );
}
