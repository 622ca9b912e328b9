import { deliveryStates, recipientStates } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { DeliveryColumns } from './representation.ts';

/** The stored states of deliveries. */
export const [held, queued, sending, sent, captured, failed, bounced, cancelled] = deliveryStates.map(state =>
  encodeEnum(deliveryStates, state),
) as [number, number, number, number, number, number, number, number];

/** The stored states of recipients, by name. */
export const recipientState = Object.fromEntries(
  recipientStates.map(state => [state, encodeEnum(recipientStates, state)]),
) as Readonly<Record<(typeof recipientStates)[number], number>>;

/** Returns whether a state is final: sent, captured, failed, bounced or cancelled. */
export const isFinal = (state: number): boolean => ![held, queued, sending].includes(state);

/** Returns whether a held mail waits for a person. Other held mail waits for its time, or for a file scan. */
export const waitsForPerson = ({ state, reason }: Pick<DeliveryColumns, 'state' | 'reason'>): boolean =>
  state === held && reason !== null && reason !== 'file_not_scanned';
