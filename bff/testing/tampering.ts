import { createSeal } from '../sessions/seal.ts';
import { createFixedKeys } from '../sessions/session-keys.ts';
import type { TestDesk } from './desk.ts';

export const getSessionCookieName = (desk: TestDesk) => `stardesk-${new URL(desk.url).port}.session`;

export const getCookieValue = (desk: TestDesk, name: string) => desk.browser.cookies.get(name)?.value ?? '';

/** Seals a value as a bff with this key does. */
export const sealWith = (key: string, value: unknown, purpose: string) =>
  createSeal(createFixedKeys([key]), purpose).seal(value);

/** Encodes a value as cookie-session does. */
export const encodeCookie = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Flips the first of a base64url character's six bits. In the last character, the other bits may be ignored. */
const flipped = (character: string) => alphabet[alphabet.indexOf(character) ^ 32] ?? 'A';

export const flipCharacter = (text: string, position: number) =>
  `${text.slice(0, position)}${flipped(text.charAt(position))}${text.slice(position + 1)}`;

/** Returns the lengths to which a string is truncated. */
export const listLengths = ({ length }: string) => [0, 1, 2, 3, 4, 10, 63, 64, 65, length >> 1, length - 2, length - 1];

export const listPositions = (text: string) => Array.from({ length: text.length }, (_, position) => position);
