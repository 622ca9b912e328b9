import { type APIRequestContext, expect } from '@playwright/test';
import { administrator } from './people.ts';

/** Signs in without a page, by the requests of a browser. The context stores the session. */
export async function signInByRequest(request: APIRequestContext, person = administrator): Promise<void> {
  const form = await request.get('/login?return_to=/star.svg');
  const { email, password } = person;
  const headers = { Origin: new URL(form.url()).origin };
  const signedIn = await request.post(form.url(), { form: { email, password }, headers });
  expect(new URL(signedIn.url()).pathname).toBe('/star.svg');
}
