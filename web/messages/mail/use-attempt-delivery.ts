import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api-client/client.ts';
import { isConflict } from '../../api-client/errors.ts';
import { mailKeys } from '../../mail/mail-keys.ts';
import { ticketKeys } from '../../tickets/queries.ts';
import { showFailure, showWarning } from '../../toasts/toast-store.ts';

/** PUT /deliveries/{delivery_id}/attempt: sends a waiting, held or failed mail now. */
export function useAttemptDelivery() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) =>
      call('PUT /deliveries/{delivery_id}/attempt', { params: { delivery_id: deliveryId } }),
    onError: error => {
      if (isConflict(error)) showWarning('Couldn’t send the email', 'It was sent or cancelled in the meantime.');
      else showFailure('Couldn’t send the email', error);
    },
    onSettled: () => {
      for (const queryKey of [mailKeys.all, ticketKeys.all]) void client.invalidateQueries({ queryKey });
    },
  });
}
