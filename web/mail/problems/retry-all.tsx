import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DeliveryKind, deliveryKinds } from '#contract/enums';
import { call } from '../../api-client/client.ts';
import { createConcurrencyLimit, maxConcurrency } from '../../api-client/concurrency-limit.ts';
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts';
import { useAction } from '../../keyboard/use-action.ts';
import { mailboxStatusesQuery } from '../../mailboxes/queries.ts';
import { useIsAllowed } from '../../session/permissions.ts';
import { usePerson } from '../../session/person.ts';
import { showDone, showFailure, showWarning } from '../../toasts/toast-store.ts';
import { formatCount } from '../../ui/format-count.ts';
import { outgoingProblems } from '../queries.ts';
import { refetchMail } from '../refetch-mail.ts';
import { unrestrictedKinds } from './use-may-decide.ts';

/** Button that sends all waiting and failed mail now. Held mail needs a decision for each mail. */
export function RetryAll() {
  const mayAttempt = useIsAllowed('PUT /deliveries/{delivery_id}/attempt');
  const { data } = useQuery(mailboxStatusesQuery);
  const { mutate, isPending } = useRetryAll();
  const isPossible = mayAttempt && data !== undefined && data.problems.outgoing > 0;
  useAction('mail.retry.all', isPossible && !isPending ? () => mutate() : null);
  if (!isPossible) return null;
  return (
    <button type="button" className="button" disabled={isPending} onClick={() => mutate()}>
      {isPending ? 'Retrying…' : 'Retry all'}
    </button>
  );
}

function useRetryAll() {
  const client = useQueryClient();
  const { role } = usePerson();
  return useMutation({
    mutationFn: () => attemptAll(role === 'admin' ? deliveryKinds : unrestrictedKinds),
    onSuccess: ({ total, failed }) => {
      if (total === 0)
        showWarning(
          'Nothing was retried',
          'Held emails must be sent one by one. Emails about accounts need an administrator.',
        );
      else if (failed === 0) showDone(`${formatCount(total, 'email')} will be sent again`);
      else showWarning(`${formatCount(failed, 'email')} couldn’t be retried`, `${total - failed} will be sent again.`);
    },
    onError: error => showFailure('Couldn’t retry the emails', error),
    onSettled: () => refetchMail(client),
  });
}

/** PUT /deliveries/{delivery_id}/attempt for each waiting or failed mail with a problem. */
async function attemptAll(kinds: readonly DeliveryKind[]): Promise<{ total: number; failed: number }> {
  const mails = await fetchAllPages(page =>
    call('GET /deliveries', {
      query: {
        ...outgoingProblems,
        state: 'queued,failed',
        kind: kinds.join(),
        fields: 'id',
        per_page: '100',
        ...page,
      },
    }),
  );
  const runLimited = createConcurrencyLimit(maxConcurrency);
  const results = await Promise.allSettled(
    mails.map(({ id }) =>
      runLimited(() => call('PUT /deliveries/{delivery_id}/attempt', { params: { delivery_id: id } })),
    ),
  );
  return { total: mails.length, failed: results.filter(({ status }) => status === 'rejected').length };
}
