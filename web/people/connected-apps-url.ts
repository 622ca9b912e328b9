import { useApiUrl } from '../session/api-url.ts';

/** Returns the URL of the authorization server's page with the person's connected apps. */
export const useConnectedAppsUrl = (): string => `${useApiUrl()}/oauth/programs`;
