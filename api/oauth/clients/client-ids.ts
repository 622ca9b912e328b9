/** Client ids that registration never generates, because generated ids are hex. */

/** The client of the docs page (http/docs/page/docs.js). */
export const docsClientId = 'desk-docs';

/** The client id of tokens created on the command line. No client is registered under it. */
export const scriptClientId = 'desk-tokens';

/** The client of /oauth/programs and /oauth/security; it is part of oidc-provider's configuration. */
export const connectedAppsClientId = 'desk-programs';
