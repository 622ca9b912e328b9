import type { Resource } from '../http/route.ts';
import { type DeliveryRow, getDeliveryCacheKey, toDelivery } from './representation.ts';
import { findDelivery } from './store.ts';

/** Describes deliveries to the request pipeline. They are deleted with their message or ticket. */
export const deliveryResource = (apiPublicUrl: string): Resource<DeliveryRow, object> => ({
  name: 'delivery',
  parameter: 'delivery_id',
  find: (queries, { delivery_id = '' }) => findDelivery(queries, delivery_id),
  isDeleted: async () => false,
  toDraft: () => ({}),
  toRepresentation: toDelivery(apiPublicUrl),
  getCacheKey: getDeliveryCacheKey,
});
