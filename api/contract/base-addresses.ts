/**
 * Lists the addresses whose mailbox receives mail to an address, in order of precedence. These are the address itself,
 * the address without its last plus part, and the address without any plus part. So a mailbox `sales+eu@…` receives
 * mail to `sales+eu+t…@…`, where `+t…` is the token of a ticket.
 */
export const listBaseAddresses = (address: string): string[] => {
  const at = address.lastIndexOf('@');
  const parts = address.slice(0, at).split('+');
  const domain = address.slice(at);
  return [address, parts.slice(0, Math.max(1, parts.length - 1)).join('+') + domain, `${parts[0]}${domain}`];
};
