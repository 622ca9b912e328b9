import type { AuthorizationProvider } from '#contract/enums';

/** The client that an administrator registered at a provider. */
export type AuthorizationClient = {
  provider: AuthorizationProvider;
  client_id: string;
  tenant: string | null;
  authorization_endpoint: string | null;
  token_endpoint: string | null;
  scope: string | null;
};

/** Where and how a client requests access to a mailbox. */
type Provider = {
  /** The display name. */
  name: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  scope: string;
  /** The hosts of the provider's mail servers, which may always receive its tokens. */
  mailHosts: readonly string[];
  /** Further parameters of the authorization request. */
  parameters: Readonly<Record<string, string>>;
};

const microsoftScopes = ['IMAP.AccessAsUser.All', 'SMTP.Send'].map(name => `https://outlook.office.com/${name}`);

export const describeProvider = (client: AuthorizationClient): Provider => {
  if (client.provider === 'google')
    return {
      name: 'Google',
      authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenEndpoint: 'https://oauth2.googleapis.com/token',
      scope: 'https://mail.google.com/',
      mailHosts: ['imap.gmail.com', 'smtp.gmail.com'],
      // Google issues a refresh token only for offline access, and only with fresh consent.
      parameters: { access_type: 'offline', prompt: 'consent' },
    };
  if (client.provider === 'microsoft') {
    const base = `https://login.microsoftonline.com/${client.tenant ?? 'common'}/oauth2/v2.0`;
    return {
      name: 'Microsoft',
      authorizationEndpoint: `${base}/authorize`,
      tokenEndpoint: `${base}/token`,
      scope: [...microsoftScopes, 'offline_access'].join(' '),
      mailHosts: ['outlook.office365.com', 'smtp.office365.com', 'smtp-mail.outlook.com'],
      // A browser may be signed in to several accounts.
      parameters: { prompt: 'select_account' },
    };
  }
  const authorizationEndpoint = client.authorization_endpoint ?? '';
  return {
    name: new URL(authorizationEndpoint).hostname,
    authorizationEndpoint,
    tokenEndpoint: client.token_endpoint ?? '',
    scope: client.scope ?? '',
    mailHosts: [],
    // OpenID Connect Core 11: a server may ignore offline_access without this prompt.
    parameters: { prompt: 'consent' },
  };
};
