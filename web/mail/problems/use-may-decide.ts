import type { Delivery } from '#contract';
import { type DeliveryKind, deliveryKinds } from '#contract/enums';
import { usePerson } from '../../session/person.ts';

/** The reason why other people cannot send or cancel a mail. */
export const administratorsOnly = 'Only administrators can send or cancel mail about accounts.';

/** The kinds of mail that people other than administrators may send or cancel. */
export const openKinds: readonly DeliveryKind[] = deliveryKinds.filter(kind => kind !== 'account');

/** Returns a function that checks whether the person may send or cancel a mail. */
export function useMayDecide(): (mail: Pick<Delivery, 'kind'>) => boolean {
  const { role } = usePerson();
  return ({ kind }) => role === 'admin' || openKinds.includes(kind);
}
