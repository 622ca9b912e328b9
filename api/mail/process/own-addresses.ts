import { listBaseAddresses } from '#contract/base-addresses';

type Mailbox = { address: string; aliases: string };

/** Creates a function that recognizes addresses of the desk's mailboxes, with or without plus parts. */
export const createOwnAddressCheck = (mailboxes: readonly Mailbox[]): ((email: string) => boolean) => {
  const keys = new Set(
    mailboxes.flatMap(({ address, aliases }) => [address, ...(JSON.parse(aliases) as string[])]).map(toKey),
  );
  return email => listBaseAddresses(toKey(email)).some(address => keys.has(address));
};

const toKey = (email: string): string => email.toLowerCase();
