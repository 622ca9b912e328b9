import type { Configuration } from 'oidc-provider';

/**
 * The cookies of a sign-in under way. On https their names promise what they are (RFC 6265bis 4.1.3); the library marks
 * them Secure there.
 */
export const cookieSettings = (publicUrl: string, keys: string[]): NonNullable<Configuration['cookies']> => {
  const secure = publicUrl.startsWith('https:');
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
