import { createHash, hkdfSync, webcrypto } from 'node:crypto';
import { CompactEncrypt, type CompactJWEHeaderParameters, compactDecrypt, errors } from 'jose';
import type { SessionKeys } from './session-keys.ts';

/** Encrypts small JSON values for a cookie, and opens them again. */
export type Seal = {
  seal(value: unknown): Promise<string>;
  /** The value, or null when the text is not one of ours: damaged, forged, or of a key no longer in the ring. */
  open(text: string): Promise<unknown>;
};

type Key = { id: string; key: Promise<webcrypto.CryptoKey> };

/** One key per purpose out of each ring key (RFC 5869): a cookie of one kind never opens as another. */
function deriveKey(hex: string, purpose: string): Key {
  const bytes = new Uint8Array(hkdfSync('sha256', Buffer.from(hex, 'hex'), '', `stardesk ${purpose} cookie`, 32));
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  return { id, key: webcrypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']) };
}

/** The keys of a purpose, each derived once. */
function createRing(sessionKeys: SessionKeys, purpose: string) {
  const derived = new Map<string, Key>();
  const deriveOnce = (hex: string): Key => {
    const key = derived.get(hex) ?? deriveKey(hex, purpose);
    derived.set(hex, key);
    return key;
  };
  let known: readonly Key[] = [];
  const learn = async () => {
    known = (await sessionKeys()).map(deriveOnce);
    return known;
  };
  const named = (id: string | undefined) => known.find(key => key.id === id);

  return {
    async newest(): Promise<Key> {
      const [newest] = await learn();
      if (!newest) throw new Error('a seal needs at least one key');
      return newest;
    },
    /** A key nobody here knows may be one that another process has sealed with since. */
    async find(id: string | undefined): Promise<Key | undefined> {
      if (!named(id)) await learn();
      return named(id);
    },
  };
}

/**
 * A seal over the session keys: the newest one seals, every one opens, `kid` tells which (RFC 7516; dir, A256GCM).
 * They are asked for at each sealing, and where a text names an unknown one.
 */
export function createSeal(sessionKeys: SessionKeys, purpose: string): Seal {
  const ring = createRing(sessionKeys, purpose);

  async function keyOf(header: CompactJWEHeaderParameters): Promise<webcrypto.CryptoKey> {
    const found = await ring.find(header.kid);
    if (!found) throw new errors.JWEDecryptionFailed();
    return found.key;
  }

  return {
    async seal(value) {
      const newest = await ring.newest();
      const header = { alg: 'dir', enc: 'A256GCM', kid: newest.id };
      const plaintext = new TextEncoder().encode(JSON.stringify(value));
      return new CompactEncrypt(plaintext).setProtectedHeader(header).encrypt(await newest.key);
    },
    async open(text) {
      const accepted = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
      try {
        const { plaintext } = await compactDecrypt(text, keyOf, accepted);
        return JSON.parse(new TextDecoder().decode(plaintext));
      } catch (error) {
        // jose's errors may carry what they were opening: none goes further than this.
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
