import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { countProblems } from '../../mail/interruptions.ts';
import { findCapturingMailbox, mailboxesQuery, mailboxStatusesQuery } from '../../mailboxes/queries.ts';
import { useAfterFirstList } from '../../tickets/list/use-after-first-list.ts';
import { SidebarLink } from './sidebar-link.tsx';

/**
 * Links to captured mail and mail problems. “Captured mail” is shown while a mailbox captures mail, “Mail problems”
 * while problems exist. Each link is also shown on its own page.
 */
export function MailLinks() {
  const { pathname } = useLocation();
  const enabled = useAfterFirstList();
  const { data: mailboxes } = useQuery({ ...mailboxesQuery, enabled });
  const { data: statuses } = useQuery({ ...mailboxStatusesQuery, enabled });
  const isCapturing = findCapturingMailbox(mailboxes ?? []) !== undefined;
  const count = countProblems(statuses);
  const hasOnlyOutgoing = statuses?.problems.incoming === 0 && statuses.problems.outgoing > 0;
  const [isCaptured, isProblems] = ['/mail/captured', '/mail/problems'].map(path => pathname.startsWith(path));
  const showsCaptured = isCapturing || isCaptured;
  const showsProblems = count > 0 || isProblems;
  if (!showsCaptured && !showsProblems) return null;
  return (
    <>
      <h2>Mail</h2>
      <ul>
        {showsCaptured && (
          <li>
            <Link to="/mail/captured" aria-current={isCaptured ? 'page' : undefined}>
              <SidebarLink icon="mail" name="Captured mail" />
            </Link>
          </li>
        )}
        {showsProblems && (
          <li>
            <Link
              to={hasOnlyOutgoing ? '/mail/problems/outgoing' : '/mail/problems'}
              aria-current={isProblems ? 'page' : undefined}
            >
              <SidebarLink icon="alert" name="Mail problems" count={count > 0 ? String(count) : undefined} />
            </Link>
          </li>
        )}
      </ul>
    </>
  );
}
