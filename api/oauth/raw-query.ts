/** Returns the raw query of a URL without its question mark; it may contain more of them (RFC 3986 3.4). */
export const getRawQuery = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
