import { formatWait } from '../accounts/sign-in-limits.ts';
import type { SignInPageContent } from './sign-in-page.ts';

type SignInProblem = NonNullable<SignInPageContent['problem']>;

/** The same text for a wrong password and an unknown address. */
export const wrongCredentials: SignInProblem = {
  title: 'Wrong email or password',
  text: 'The email address or the password is wrong.',
  isTyped: true,
};

/** The password was not checked, so the input is not marked. */
export const tooManyFailures = (waitSeconds: number): SignInProblem => ({
  title: 'Too many attempts',
  text: `Too many failed attempts. Try again in ${formatWait(waitSeconds)}.`,
  isTyped: false,
});
