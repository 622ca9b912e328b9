import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Customer } from '#contract';
import { call } from '../../api-client/client.ts';
import { useIsAllowed } from '../../session/permissions.ts';
import { showDone, showFailure } from '../../toasts/toast-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { Time } from '../../ui/time.tsx';
import css from './customer-details.module.css';
import { customerItem } from './queries.ts';

type BounceNoticeProps = { email: string; bounce: NonNullable<Customer['bounce']> };

/** Reports that mail to the customer was returned. A button marks the address as working again. */
export function BounceNotice({ email, bounce: { since, response } }: BounceNoticeProps) {
  const client = useQueryClient();
  const mayClear = useIsAllowed('DELETE /customers/{email}/bounce');
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('DELETE /customers/{email}/bounce', { params: { email } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: customerItem(email).queryKey });
      showDone(`${email} gets automatic mail again`);
    },
    onError: error => showFailure('Couldn’t mark the address as working', error, () => mutate()),
  });
  return (
    <section className={css.bounce} aria-label="Returned mail">
      <Icon name="alert" />
      <div>
        <strong>
          Mail was returned <Time at={since} as="when" />
        </strong>
        <p>{response}</p>
        <p>This address gets no automatic mail. Your replies are still sent.</p>
        {mayClear && (
          <button type="button" className="button" disabled={isPending} onClick={() => mutate()}>
            Address works again
          </button>
        )}
      </div>
    </section>
  );
}
