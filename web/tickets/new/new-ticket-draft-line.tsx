import { useState } from 'react';
import { Time } from '../../ui/time.tsx';
import type { LocalTicketDraft } from './new-ticket-draft.ts';
import css from './new-ticket-form.module.css';

type NewTicketDraftLineProps = {
  /** The draft with which the form started; null for an empty form. */
  initialDraft: LocalTicketDraft | null;
  /** Restarts the form with a draft; null clears the form. */
  onStart: (draft: LocalTicketDraft | null) => void;
};

/** Reports that the form contains a draft. Its button discards or restores the draft. */
export function NewTicketDraftLine({ initialDraft, onStart }: NewTicketDraftLineProps) {
  const [discarded, setDiscarded] = useState<LocalTicketDraft | null>(null);
  const draft = initialDraft ?? discarded;
  if (!draft) return null;
  const isDiscarded = initialDraft === null;
  const toggle = (): void => {
    setDiscarded(isDiscarded ? null : initialDraft);
    onStart(isDiscarded ? draft : null);
  };
  return (
    <p className={css.draft}>
      <span role="status">
        {isDiscarded ? (
          'Draft discarded'
        ) : (
          <>
            Your draft from <Time at={new Date(draft.changedAt).toISOString()} as="when" />
          </>
        )}
      </span>
      <button type="button" className="button" onClick={toggle}>
        {isDiscarded ? 'Undo' : 'Discard'}
      </button>
    </p>
  );
}
