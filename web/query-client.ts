import { QueryClient } from '@tanstack/react-query';

const freshMilliseconds = 10_000;

/**
 * The cache of everything read. What meets an obstacle on the way to the desk waits below, in `call`, and is sent again
 * there; what arrives here as an error is final. What is new is looked for in one place (`news/`), not by each query.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: freshMilliseconds, retry: false, networkMode: 'always', refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
