/** Client ids that registration never generates, because generated ids are hex. */

/** The client of the docs page (http/docs/page/docs.js). */
export const docsClientId = 'desk-docs';

/** The client id of script tokens. No client is registered under this id. */
export const scriptClientId = 'desk-tokens';

/** The client of /oauth/programs and /oauth/security. It is in oidc-provider's configuration, not in the database. */
export const connectedAppsClientId = 'desk-programs';
