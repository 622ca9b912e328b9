import { useApiAddress } from '../session/api-address.ts';

/** Returns the URL of the authorization server's page with the person's connected apps. */
export const useProgramsAddress = (): string => `${useApiAddress()}/oauth/programs`;
