import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mailboxStatusesQuery } from '../../mailboxes/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

const links = {
  incoming: { to: '/mail/problems', label: 'Show incoming mail' },
  outgoing: { to: '/mail/problems/outgoing', label: 'Show outgoing mail' },
} as const;

/** Shown for a tab without problems. Links to the other tab if mail has problems there. */
export function NoProblems({ direction }: { direction: keyof typeof links }) {
  const { data } = useQuery(mailboxStatusesQuery);
  const other = direction === 'incoming' ? 'outgoing' : 'incoming';
  const { to, label } = links[other];
  return (
    <EmptyState icon="check" title={`No problems with ${direction} mail`}>
      <p>Mail that the desk cannot {direction === 'incoming' ? 'process' : 'deliver'} appears here.</p>
      {data !== undefined && data.problems[other] > 0 && (
        <Link className="button" to={to}>
          {label}
        </Link>
      )}
    </EmptyState>
  );
}
