import { clearBounce as clearBounceOperation, getCustomer } from '#contract';
import { clearBounce } from '../database/customer-bounces.ts';
import type { Route } from '../http/route.ts';
import { itemRoute } from '../http/serve-item.ts';
import { noContentRoute } from '../http/serve-no-content.ts';
import { type CustomerDependencies, customerResource } from './resource.ts';

export const customerRoutes = (dependencies: CustomerDependencies): Route[] => {
  const resource = customerResource(dependencies);
  return [
    itemRoute(getCustomer, resource),
    noContentRoute(clearBounceOperation, resource, ({ id }, { database, clock }) =>
      database.transaction(writes => clearBounce(writes, id, clock())),
    ),
  ];
};
