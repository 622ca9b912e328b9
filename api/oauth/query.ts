/** The query of a request's address, as it was sent and without its question mark; further ones belong to it (RFC 3986 3.4). */
export const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
