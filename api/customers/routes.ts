import { getCustomer } from '#contract';
import type { Route } from '../http/route.ts';
import { itemRoute } from '../http/serve-item.ts';
import { type CustomerDependencies, customerResource } from './resource.ts';

export const customerRoutes = (dependencies: CustomerDependencies): Route[] => [
  itemRoute(getCustomer, customerResource(dependencies)),
];
