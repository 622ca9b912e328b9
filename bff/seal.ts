import { createHash, hkdfSync, webcrypto } from 'node:crypto';
import { CompactEncrypt, type CompactJWEHeaderParameters, compactDecrypt, errors } from 'jose';

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

/**
 * A seal over a ring of keys (64 hex digits each, newest first): the first seals, every one opens, `kid` tells which
 * (RFC 7516; dir, A256GCM).
 */
export function createSeal(keys: readonly string[], purpose: string): Seal {
  const ring = keys.map(key => deriveKey(key, purpose));
  const [newest] = ring;
  if (!newest) throw new Error('a seal needs at least one key');

  return {
    async seal(value) {
      const header = { alg: 'dir', enc: 'A256GCM', kid: newest.id };
      const plaintext = new TextEncoder().encode(JSON.stringify(value));
      return new CompactEncrypt(plaintext).setProtectedHeader(header).encrypt(await newest.key);
    },
    async open(text) {
      const accepted = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
      try {
        const { plaintext } = await compactDecrypt(
          text,
          (header: CompactJWEHeaderParameters) => keyNamed(ring, header.kid),
          accepted,
        );
        return JSON.parse(new TextDecoder().decode(plaintext));
      } catch (error) {
        // jose's errors may carry what they were opening: none goes further than this.
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}

function keyNamed(ring: readonly Key[], id: string | undefined): Promise<webcrypto.CryptoKey> {
  const found = ring.find(key => key.id === id);
  if (!found) throw new errors.JWEDecryptionFailed();
  return found.key;
}
