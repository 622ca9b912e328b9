import type { Configuration } from 'oidc-provider';

/** Returns oidc-provider's cookie settings. On https, name prefixes protect the cookies (RFC 6265bis 4.1.3). */
export const cookieSettings = (apiPublicUrl: string, keys: string[]): NonNullable<Configuration['cookies']> => {
  const secure = apiPublicUrl.startsWith('https:');
  return {
    names: {
      session: `${secure ? '__Host-' : ''}stardesk_sign_in`,
      interaction: `${secure ? '__Secure-' : ''}stardesk_step`,
      resume: `${secure ? '__Secure-' : ''}stardesk_resume`,
    },
    long: { httpOnly: true, sameSite: 'lax', signed: true, path: '/' },
    short: { httpOnly: true, sameSite: 'lax', signed: true },
    keys,
  };
};
