import { waitInWords } from '../accounts/sign-in-limits.ts';
import type { SignInForm } from './sign-in-page.ts';

type SignInProblem = NonNullable<SignInForm['problem']>;

/** The same for a wrong password and for nobody. */
export const wrong: SignInProblem = {
  title: 'Wrong e-mail address or password',
  text: 'The e-mail address or the password is wrong.',
  isTyped: true,
};

/** Nothing was tried: it may well be typed right. */
export const tooMany = (waitSeconds: number): SignInProblem => ({
  title: 'Too many attempts',
  text: `There were too many failed attempts. Try again in ${waitInWords(waitSeconds)}.`,
  isTyped: false,
});
