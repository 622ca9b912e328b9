import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** The part of a page's options that the authenticator reads. */
type Options = { challenge: string };

/** The values that an attack changes. `isVerified` is the flag of a verified user. */
type Changed = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number };

/** An authenticator with one passkey, for a page of the server (WebAuthn, 6). */
export type VirtualAuthenticator = {
  id: string;
  /** Responds to the options of a new passkey, in JSON. */
  create(options: Options, changed?: Changed): string;
  /** Responds to the options of a sign-in, in JSON. Each signature increments the counter. */
  sign(options: Options, changed?: Changed): string;
};

/** Creates an authenticator for the pages of a server. `counts`: false if its counter stays zero. */
export const createVirtualAuthenticator = (url: string, { counts = true } = {}): VirtualAuthenticator => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let signatures = 0;

  const toParts = (type: string, { challenge }: Options, changed: Changed, attested = Buffer.alloc(0)) => {
    const { origin = new URL(url).origin, rpId = new URL(url).hostname, isVerified = true } = changed;
    const { counter = counts ? ++signatures : 0 } = changed;
    const flags = present | (isVerified ? verified : 0) | (attested.length > 0 ? hasCredential : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(counter, 1);
    return {
      clientData: Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })),
      authenticatorData: Buffer.concat([sha256(rpId), head, attested]),
    };
  };
  const toJson = (response: Record<string, Buffer>) => {
    const encoded = Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]);
    const credentialId = id.toString('base64url');
    return JSON.stringify({
      ...{ id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {} },
      response: Object.fromEntries(encoded),
    });
  };

  return {
    id: id.toString('base64url'),
    create(options, changed = {}) {
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, toCoseKey(publicKey)]);
      const { clientData, authenticatorData } = toParts('webauthn.create', options, changed, attested);
      const statement = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData)],
      ]);
      return toJson({ clientDataJSON: clientData, attestationObject: encodeCbor(statement) });
    },
    sign(options, changed = {}) {
      const { clientData, authenticatorData } = toParts('webauthn.get', options, changed);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return toJson({ clientDataJSON: clientData, authenticatorData, signature });
    },
  };
};

/** Flags of authenticator data (WebAuthn, 6.1). */
const [present, verified, hasCredential] = [0x01, 0x04, 0x40];

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

const encodeCbor = (value: Map<unknown, unknown>): Buffer =>
  Buffer.from(isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]));

/** Encodes an ES256 key (RFC 9053, 7.1). Its members: key type EC2, algorithm ES256, curve P-256, coordinates. */
const toCoseKey = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinates = [x, y].map(each => new Uint8Array(Buffer.from(each, 'base64url')));
  return encodeCbor(
    new Map<number, unknown>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, coordinates[0]],
      [-3, coordinates[1]],
    ]),
  );
};
