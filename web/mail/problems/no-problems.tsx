import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mailboxStatusesQuery } from '../../mailboxes/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

const links = {
  incoming: { to: '/mail/problems', label: 'Show incoming mail' },
  outgoing: { to: '/mail/problems/outgoing', label: 'Show outgoing mail' },
} as const;

/** Shown for an empty tab; links to the other tab if that has problems. */
export function NoProblems({ other }: { other: keyof typeof links }) {
  const { data } = useQuery(mailboxStatusesQuery);
  const { to, label } = links[other];
  return (
    <EmptyState icon="check" title="No mail problems">
      <p>{other === 'outgoing' ? 'All incoming mail is on a ticket.' : 'All outgoing mail was sent.'}</p>
      {data !== undefined && data.problems[other] > 0 && (
        <Link className="button" to={to}>
          {label}
        </Link>
      )}
    </EmptyState>
  );
}
