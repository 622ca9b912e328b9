/** Client ids that registration never generates, because generated ids are hex. */

/** The docs page (http/docs/page/docs.js). */
export const docsClientId = 'desk-docs';

/** The owner of tokens created on the command line; it is registered nowhere. */
export const scriptClientId = 'desk-tokens';

/** The client behind /oauth/programs; it is part of the provider's configuration. */
export const connectedAppsClientId = 'desk-programs';
