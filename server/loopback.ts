const names = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Recognizes addresses of this computer (RFC 6761 6.3, RFC 8252 7.3). */
export const isLoopback = ({ hostname }: URL): boolean => names.test(hostname);
