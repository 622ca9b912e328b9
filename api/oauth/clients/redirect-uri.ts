import { RegistrationError } from './registration-error.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Refuses an address that nobody should be sent back to, or that no request would ever match: what is registered is
 * compared letter by letter (RFC 9700 2.1), and what programs and browsers write differently would be refused for ever.
 * @throws RegistrationError that says how to write it instead
 */
export const requireRedirectUri = (uri: string): void => {
  const complaint = complaintAbout(uri);
  if (complaint !== null) throw new RegistrationError(`${JSON.stringify(uri)} cannot be registered: ${complaint}`);
};

const complaintAbout = (uri: string): string | null => {
  const url = URL.parse(uri);
  if (url === null) return 'it is no absolute address such as https://program.example/back.';
  return schemeComplaint(url) ?? partComplaint(uri, url) ?? spellingComplaint(uri, url);
};

const schemeComplaint = ({ protocol, hostname }: URL): string | null => {
  if (protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))) return null;
  if (protocol === 'http:') {
    return 'it must be https; http is only for the same computer (http://127.0.0.1:7000/back, localhost or [::1]).';
  }
  // RFC 8252 7.1 would have private schemes too, which any other program on the device can claim as well.
  return `${protocol} is no place to come back to. A program on somebody’s own device has https://… (RFC 8252 7.2) or http://127.0.0.1:7000/back (7.3), each with the port it listens on.`;
};

const partComplaint = (uri: string, { username, password }: URL): string | null => {
  if (uri.includes('#')) return 'it may have no fragment (RFC 6749 3.1.2): leave out the # and what follows.';
  if (username !== '' || password !== '') return 'it may hold no user name or password.';
  if (uri.includes('*'))
    return 'a * stands for nothing here: name each address, with --redirect-uri for as many as needed.';
  return null;
};

const spellingComplaint = (uri: string, { href }: URL): string | null => {
  if (uri !== href) return `browsers write it ${href}; register that, and have the program send exactly that.`;
  // RFC 3986 2; the URL standard leaves some of these as they are.
  const isWritable = /^(?:[\w\-.~:/?[\]@!$&'()+,;=]|%[0-9A-Fa-f]{2})+$/.test(uri);
  return isWritable ? null : 'it holds characters that an address writes with a percent sign, such as %20 for a space.';
};
