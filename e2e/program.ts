import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Desk } from './desk.ts';
import { administrator } from './people.ts';

/** A program that every desk knows: its own API reference. It has to ask. */
export const program = { id: 'desk-docs', state: 'a state' };

/** Where it sends a browser, with parameters of the request changed or, by undefined, left out. */
export function authorizationAddress({ apiUrl }: Desk, changed: Record<string, string | undefined> = {}): string {
  const asked = {
    response_type: 'code',
    client_id: program.id,
    redirect_uri: `${apiUrl}/v1/docs/oauth2-redirect.html`,
    scope: 'tickets:read messages:write',
    state: program.state,
    code_challenge: createHash('sha256').update('a verifier that nobody needs').digest('base64url'),
    code_challenge_method: 'S256',
    ...changed,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, value);
  return `${apiUrl}/oauth/authorize?${query}`;
}

/** Fills in the sign-in form and sends it. */
export async function fillIn(page: Page, who: { email: string; password: string } = administrator): Promise<void> {
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password').fill(who.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
