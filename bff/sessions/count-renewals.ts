import type { BffMetrics } from '../metrics.ts';
import type { Tokens } from '../sign-in/oauth-client.ts';
import { OAuthFailure } from '../sign-in/oauth-failure.ts';

type Refresh = (refreshToken: string) => Promise<Tokens>;

const classifyFailure = (error: unknown) =>
  error instanceof OAuthFailure && error.kind === 'grant' ? 'ended' : 'failed';

/** Counts token refreshes by outcome. */
export const countRenewals =
  ({ renewals }: BffMetrics, refresh: Refresh): Refresh =>
  async refreshToken => {
    try {
      const tokens = await refresh(refreshToken);
      renewals.inc({ outcome: 'renewed' });
      return tokens;
    } catch (error) {
      renewals.inc({ outcome: classifyFailure(error) });
      throw error;
    }
  };
