/**
 * Lists an address, the address without its last plus part, and the address without plus parts. Mail belongs to the
 * mailbox that has the first of these addresses. So a mailbox `sales+eu@…` receives mail to `sales+eu+t…@…`, where `+t…`
 * is the token of a ticket.
 */
export const listBaseAddresses = (address: string): string[] => {
  const at = address.lastIndexOf('@');
  const parts = address.slice(0, at).split('+');
  const domain = address.slice(at);
  return [address, parts.slice(0, Math.max(1, parts.length - 1)).join('+') + domain, `${parts[0]}${domain}`];
};
