/** Ids that nobody can register: those made for programs are hex. */

/** What the docs page calls itself (http/docs/page/docs.js). */
export const docsClientId = 'desk-docs';

/** The client that tokens made at the command line belong to; it is registered nowhere. */
export const scriptClientId = 'desk-tokens';

/** The client behind /oauth/programs; it lives in the configuration. */
export const programsClientId = 'desk-programs';
