import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api-client/client.ts';
import { isNotFound } from '../../api-client/errors.ts';

/** The customer with this email address; null if the API does not know the address. */
export const customerItem = (email: string) =>
  queryOptions({
    queryKey: ['customers', email.toLowerCase()],
    queryFn: async ({ signal }) => {
      try {
        return (await call('GET /customers/{email}', { params: { email }, signal })).body;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
  });
