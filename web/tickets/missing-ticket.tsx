import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageTypes } from '#contract/enums';
import type { ApiError } from '../api-client/errors.ts';
import { useRunAction } from '../keyboard/use-action.ts';
import { UnsendableDraft } from '../messages/composer/unsendable-draft.tsx';
import { usePersonName } from '../people/use-people.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { Time } from '../ui/time.tsx';
import { openView } from './filter/list-views.ts';
import css from './missing-ticket.module.css';
import { ticketDeletion } from './queries.ts';

/** Page for an unknown or deleted ticket, with any unsent draft. */
export function MissingTicket({ id, error }: { id: string; error: ApiError }) {
  const deleted = error.status === 410;
  const run = useRunAction();
  return (
    <div className={css.missing}>
      <EmptyState icon={deleted ? 'trash' : 'search'} title={deleted ? 'This ticket was deleted' : 'Ticket not found'}>
        {deleted ? <Deleted id={id} description={error.description} /> : <p>{error.description}</p>}
        <Link className="button" to="/tickets" search={openView.filter}>
          Go to open tickets
        </Link>
        <button type="button" className="button" onClick={() => run('palette')}>
          Find another ticket <KeyHint keys="Mod k" />
        </button>
      </EmptyState>
      {messageTypes.map(type => (
        <UnsendableDraft key={type} ticketId={id} type={type} />
      ))}
    </div>
  );
}

function Deleted({ id, description }: { id: string; description: string | null }) {
  const { data: deletion } = useQuery(ticketDeletion(id));
  const getName = usePersonName();
  if (!deletion) return <p>{description}</p>;
  return (
    <p>
      <bdi>{getName(deletion.person_id)}</bdi> deleted #{id} · <Time at={deletion.created_at} as="when" />
    </p>
  );
}
