import { randomBytes } from 'node:crypto';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { mailHookName } from '../database/secret-names.ts';

/** Providers that send incoming mail by HTTP. */
export const hookProviders = ['mailgun', 'sendgrid', 'postmark'] as const;
export type HookProvider = (typeof hookProviders)[number];

/** The keys with which a provider sends the mail of a mailbox. Both are secrets. */
export type MailHook = {
  /** The secret part of the URL. */
  key: string;
  /** The key with which Mailgun signs its requests; null for other providers. */
  signingKey: string | null;
};

type HookSecrets = {
  read(queries: Queries, name: string): Promise<string | null>;
  write(writes: WriteTransaction, name: string, secret: string): Promise<void>;
  remove(writes: WriteTransaction, name: string): Promise<void>;
};

/** Stores the hooks of mailboxes as sealed secrets. */
export type HookStore = ReturnType<typeof createHookStore>;

export const createHookStore = (secrets: HookSecrets) => ({
  async find(queries: Queries, mailboxId: string, provider: HookProvider): Promise<MailHook | null> {
    const text = await secrets.read(queries, mailHookName(mailboxId, provider));
    return text === null ? null : (JSON.parse(text) as MailHook);
  },
  write: (writes: WriteTransaction, mailboxId: string, provider: HookProvider, hook: MailHook): Promise<void> =>
    secrets.write(writes, mailHookName(mailboxId, provider), JSON.stringify(hook)),
  remove: (writes: WriteTransaction, mailboxId: string, provider: HookProvider): Promise<void> =>
    secrets.remove(writes, mailHookName(mailboxId, provider)),
});

/** Creates a key of 256 bits. */
export const createHookKey = (): string => randomBytes(32).toString('base64url');

/** Returns the URL of a hook; `baseUrl` is API_PUBLIC_URL. Mailgun sends raw mail to URLs that end with `/mime`. */
export const getHookUrl = (baseUrl: string, mailboxId: string, provider: HookProvider, { key }: MailHook): string =>
  `${baseUrl}/hooks/mail/${mailboxId}/${provider}/${key}${provider === 'mailgun' ? '/mime' : ''}`;
