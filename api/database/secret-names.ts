/** The SMTP password of a mailbox. */
export const outboundPasswordName = (mailboxId: string): string => `mailbox.${mailboxId}.outbound_password`;

/** The IMAP password of a mailbox. */
export const inboundPasswordName = (mailboxId: string): string => `mailbox.${mailboxId}.inbound_password`;

/** The seed of the authenticator app of a person. */
export const seedName = (personId: string): string => `person.${personId}.totp_seed`;

/** The key of the tokens in plus addresses, 64 hex digits. */
export const tokenKeyName = 'mail.token_key';

/** The URL key, and the signing key if any, with which a provider sends the mail of a mailbox by HTTP. */
export const mailHookName = (mailboxId: string, provider: string): string => `mailbox.${mailboxId}.hook.${provider}`;

/** Secrets of the sign-in of a mailbox at its provider. `verifier` belongs to a started sign-in. */
export const authorizationSecrets = ['client_secret', 'access_token', 'refresh_token', 'verifier'] as const;
export type AuthorizationSecret = (typeof authorizationSecrets)[number];
export const authorizationSecretName = (mailboxId: string, secret: AuthorizationSecret): string =>
  `mailbox.${mailboxId}.authorization.${secret}`;

/** The client secret of an identity provider. */
export const providerSecretName = (providerId: string): string => `identity_provider.${providerId}.client_secret`;
