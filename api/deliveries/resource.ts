import type { Resource } from '../http/route.ts';
import { type DeliveryRow, getDeliveryCacheKey, toDelivery } from './representation.ts';
import { findDelivery } from './store.ts';

/**
 * Describes deliveries to the request pipeline. A delivery is deleted with its message or ticket and leaves no tombstone,
 * so its URL returns 404.
 */
export const deliveryResource = (apiPublicUrl: string): Resource<DeliveryRow, object> => ({
  name: 'delivery',
  parameter: 'delivery_id',
  find: (queries, { delivery_id = '' }) => findDelivery(queries, delivery_id),
  isDeleted: async () => false,
  toDraft: () => ({}),
  toRepresentation: toDelivery(apiPublicUrl),
  getCacheKey: getDeliveryCacheKey,
});
