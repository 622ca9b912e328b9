import type { Page } from '@playwright/test';

/** An authenticator of a page's browser. */
export type VirtualAuthenticator = {
  /** Sets whether the authenticator verifies its user, as by fingerprint or PIN. */
  setVerified: (isUserVerified: boolean) => Promise<void>;
};

/** Adds an authenticator to the browser of a page. The authenticator stores passkeys and needs no touch. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    setVerified: async isUserVerified =>
      void (await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
  };
}

/** Adds a passkey on the sign-in security page, with the keyboard. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').focus();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}
