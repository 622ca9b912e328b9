import type { Scope } from '#contract/enums';
import type { Operation } from '#contract/operation';
import type { Json } from './json.ts';

export type ScopeDescriptions = Readonly<Record<Scope, string>>;

/** Describes how a client gets a token, and how it sends one. */
export const describeSecuritySchemes = (apiPublicUrl: string, scopes: ScopeDescriptions): Json => {
  const authorizationUrl = `${apiPublicUrl}/oauth/authorize`;
  const tokenUrl = `${apiPublicUrl}/oauth/token`;
  return {
    oauth2: {
      type: 'oauth2',
      description:
        'OAuth 2.0. A public client sends a PKCE challenge (RFC 7636, S256). Only clients registered for the implicit flow may use it; RFC 9700 advises against this flow.',
      flows: {
        authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes },
        implicit: { authorizationUrl, scopes },
      },
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'An existing access token, such as a token from `npm run desk -- tokens create`.',
    },
  };
};

/** Describes the accepted schemes of an operation: OAuth with its scope, or a bearer token. */
export const describeSecurity = ({ scope }: Operation): Json[] => [
  { oauth2: scope === null ? [] : [scope] },
  { bearer: [] },
];
