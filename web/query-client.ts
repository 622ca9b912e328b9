import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './api-errors.ts';

const retries = 2;
const freshMilliseconds = 10_000;

/** The cache of everything read. Refusals are final; only what may pass by itself is tried again. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMilliseconds,
        retry: (failures, error) => failures < retries && isPassing(error),
      },
      mutations: { retry: false },
    },
  });
