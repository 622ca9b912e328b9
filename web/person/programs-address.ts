import { useApiAddress } from '../session/api-address.ts';

/** The page of the authorization server where everybody sees which programs act for them. */
export const useProgramsAddress = (): string => `${useApiAddress()}/oauth/programs`;
