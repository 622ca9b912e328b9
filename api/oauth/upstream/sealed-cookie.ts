import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type { Provider } from 'oidc-provider';
import type { z } from 'zod';

type Dependencies = {
  apiPublicUrl: string;
  provider: () => Provider;
  /** The secrets of sign-in cookies, which all processes share. The first secret seals new cookies. */
  readKeys: () => readonly string[];
  clock: () => number;
};

/** A cookie that only this server can read. It holds the state of a sign-in at a provider, for ten minutes. */
export type SealedCookie = ReturnType<typeof createSealedCookie>;

const lifetimeMilliseconds = 600_000;

export const createSealedCookie = ({ apiPublicUrl, provider, readKeys, clock }: Dependencies) => {
  const { protocol, pathname } = new URL(apiPublicUrl);
  const name = `${protocol === 'https:' ? '__Secure-' : ''}stardesk_upstream`;
  // Lax: the provider's redirect is a navigation from a different site.
  const attributes = {
    path: `${pathname.replace(/\/$/, '')}/oauth/upstream`,
    ...({ httpOnly: true, sameSite: 'lax', signed: false, overwrite: true } as const),
  };
  const getCookies = (request: IncomingMessage, response: ServerResponse) =>
    provider().createContext(request, response).cookies;

  return {
    async write(request: IncomingMessage, response: ServerResponse, content: object): Promise<void> {
      const expires = new Date(clock() + lifetimeMilliseconds);
      const key = deriveKey(readKeys()[0] ?? '');
      const sealed = await new EncryptJWT({ content })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.id })
        .setExpirationTime(expires)
        .encrypt(key.bytes);
      getCookies(request, response).set(name, sealed, { ...attributes, expires });
    },

    /** Reads and validates the content. Null if it is missing, malformed, expired or sealed with an unknown key. */
    async read<Format extends z.ZodType>(
      request: IncomingMessage,
      response: ServerResponse,
      format: Format,
    ): Promise<z.output<Format> | null> {
      const sealed = getCookies(request, response).get(name, { signed: false });
      if (sealed === undefined) return null;
      const keys = readKeys().map(deriveKey);
      try {
        const { payload } = await jwtDecrypt(
          sealed,
          ({ kid }) => keys.find(({ id }) => id === kid)?.bytes ?? new Uint8Array(32),
          {
            keyManagementAlgorithms: ['dir'],
            contentEncryptionAlgorithms: ['A256GCM'],
            currentDate: new Date(clock()),
          },
        );
        return format.safeParse(payload['content']).data ?? null;
      } catch (error) {
        // Not logged: errors of jose can contain the content.
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },

    clear(request: IncomingMessage, response: ServerResponse): void {
      getCookies(request, response).set(name, null, attributes);
    },
  };
};

const deriveKey = (secret: string): { id: string; bytes: Uint8Array } => {
  const bytes = hash('sha256', `stardesk upstream ${secret}`, 'buffer');
  return { id: hash('sha256', bytes, 'hex').slice(0, 16), bytes };
};
