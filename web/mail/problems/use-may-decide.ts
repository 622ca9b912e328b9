import type { Delivery } from '#contract';
import { type DeliveryKind, deliveryKinds } from '#contract/enums';
import { usePerson } from '../../session/person.ts';

/** Explains why a person who is not an administrator cannot send or cancel a mail. */
export const administratorsOnly = 'Only administrators can send or cancel mail about accounts.';

/** The kinds of mail that people who are not administrators may send or cancel. */
export const unrestrictedKinds: readonly DeliveryKind[] = deliveryKinds.filter(kind => kind !== 'account');

/** Returns a function that checks whether the person may send or cancel a mail. */
export function useMayDecide(): (mail: Pick<Delivery, 'kind'>) => boolean {
  const { role } = usePerson();
  return ({ kind }) => role === 'admin' || unrestrictedKinds.includes(kind);
}
