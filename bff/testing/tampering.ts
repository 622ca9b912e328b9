import { createSeal } from '../sessions/seal.ts';
import { fixedKeys } from '../sessions/session-keys.ts';
import type { Desk } from './desk.ts';

/** The name of the session cookie. */
export const sessionName = (desk: Desk) => `stardesk-${new URL(desk.url).port}.session`;

/** What the browser keeps under a name. */
export const cookieValue = (desk: Desk, name: string) => desk.browser.cookies.get(name)?.value ?? '';

/** A value sealed as a bff with this key does it; the purpose is that of the cookie. */
export const sealedWith = (key: string, value: unknown, purpose: string) =>
  createSeal(fixedKeys([key]), purpose).seal(value);

/** A value as cookie-session writes it. */
export const wrap = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Another character of base64url, which differs in the first of its six bits: the last one of a text may ignore others. */
const flipped = (character: string) => alphabet[alphabet.indexOf(character) ^ 32] ?? 'A';

/** The text with the character at this place changed. */
export const flippedAt = (text: string, place: number) =>
  `${text.slice(0, place)}${flipped(text.charAt(place))}${text.slice(place + 1)}`;

/** Lengths to cut a text to. */
export const lengths = ({ length }: string) => [0, 1, 2, 3, 4, 10, 63, 64, 65, length >> 1, length - 2, length - 1];

/** Every place in a text. */
export const every = (text: string) => Array.from({ length: text.length }, (_, place) => place);
