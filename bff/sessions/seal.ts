import { createHash, hkdfSync, webcrypto } from 'node:crypto';
import { CompactEncrypt, type CompactJWEHeaderParameters, compactDecrypt, errors } from 'jose';
import type { SessionKeys } from './session-keys.ts';

/** Encrypts and decrypts small JSON values for cookies. */
export type Seal = {
  seal(value: unknown): Promise<string>;
  /** Returns the value. Null if the text is damaged, forged, or sealed with an unknown key. */
  open(text: string): Promise<unknown>;
};

type Key = { id: string; key: Promise<webcrypto.CryptoKey> };

/** Derives a key per purpose (RFC 5869). Cookies of different kinds are therefore not interchangeable. */
function deriveKey(hex: string, purpose: string): Key {
  const bytes = new Uint8Array(hkdfSync('sha256', Buffer.from(hex, 'hex'), '', `stardesk ${purpose} cookie`, 32));
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  return { id, key: webcrypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']) };
}

/** Creates a cache of the keys derived for a purpose. */
function createDerivedKeys(sessionKeys: SessionKeys, purpose: string) {
  const cache = new Map<string, Key>();
  const deriveOnce = (hex: string): Key => {
    const key = cache.get(hex) ?? deriveKey(hex, purpose);
    cache.set(hex, key);
    return key;
  };
  let keys: readonly Key[] = [];
  const reload = async () => {
    keys = (await sessionKeys()).map(deriveOnce);
    return keys;
  };
  const findById = (id: string | undefined) => keys.find(key => key.id === id);

  return {
    async getNewest(): Promise<Key> {
      const [newest] = await reload();
      if (!newest) throw new Error('a seal needs at least one key');
      return newest;
    },
    /** Reloads the keys for an unknown id, because a different process may have rotated them. */
    async find(id: string | undefined): Promise<Key | undefined> {
      if (!findById(id)) await reload();
      return findById(id);
    },
  };
}

/**
 * Creates a seal from the session keys. The newest key seals, any key opens, and `kid` names the key that sealed (RFC
 * 7516; dir, A256GCM). The keys are reloaded at each sealing and for an unknown `kid`.
 */
export function createSeal(sessionKeys: SessionKeys, purpose: string): Seal {
  const derivedKeys = createDerivedKeys(sessionKeys, purpose);

  async function findKey(header: CompactJWEHeaderParameters): Promise<webcrypto.CryptoKey> {
    const found = await derivedKeys.find(header.kid);
    if (!found) throw new errors.JWEDecryptionFailed();
    return found.key;
  }

  return {
    async seal(value) {
      const newest = await derivedKeys.getNewest();
      const header = { alg: 'dir', enc: 'A256GCM', kid: newest.id };
      const plaintext = new TextEncoder().encode(JSON.stringify(value));
      return new CompactEncrypt(plaintext).setProtectedHeader(header).encrypt(await newest.key);
    },
    async open(text) {
      const accepted = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
      try {
        const { plaintext } = await compactDecrypt(text, findKey, accepted);
        return JSON.parse(new TextDecoder().decode(plaintext));
      } catch (error) {
        // jose rejects a text that is malformed, forged, or sealed with an unknown key.
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
