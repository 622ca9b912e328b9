import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { JourneyDesk } from './desk.ts';
import { administrator } from './people.ts';

/** The built-in OAuth client of the API reference, which needs consent. */
export const referenceClient = { id: 'desk-docs', state: 'a state' };

/** Returns the client's authorization URL with changed parameters. Undefined parameters are omitted. */
export function getAuthorizationUrl({ apiUrl }: JourneyDesk, changed: Record<string, string | undefined> = {}): string {
  const parameters = {
    response_type: 'code',
    client_id: referenceClient.id,
    redirect_uri: `${apiUrl}/v1/docs/oauth2-redirect.html`,
    scope: 'tickets:read messages:write',
    state: referenceClient.state,
    code_challenge: createHash('sha256').update('an unused verifier').digest('base64url'),
    code_challenge_method: 'S256',
    ...changed,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return `${apiUrl}/oauth/authorize?${query}`;
}

/** Fills in and submits the sign-in form. */
export async function fillSignInForm(
  page: Page,
  person: { email: string; password: string } = administrator,
): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
