import { email as emailSchema } from '#contract/fields';
import type { Resource } from '../http/route.ts';
import { type CustomerRow, toCustomer } from './representation.ts';
import type { CustomerStore } from './store.ts';

export type CustomerDependencies = { customers: CustomerStore; apiPublicUrl: string };

/** Describes customers to the request pipeline. */
export const customerResource = ({
  customers,
  apiPublicUrl,
}: CustomerDependencies): Resource<CustomerRow, Record<string, never>> => ({
  name: 'customer',
  parameter: 'email',
  isWellFormed: email => emailSchema.safeParse(email).success,
  find: (queries, { email = '' }) => customers.find(queries, email),
  isDeleted: async () => false,
  toDraft: () => ({}),
  toRepresentation: toCustomer(apiPublicUrl),
});
