import { generateKeyPairSync, sign } from 'node:crypto';

/** Encodes a value in DER: tag, length and content. */
const value = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Buffer[]): Buffer => value(0x30, ...parts);
const number = (small: number): Buffer => value(0x02, Buffer.from([small]));
const identifier = (hex: string): Buffer => value(0x06, Buffer.from(hex, 'hex'));
const time = (date: Date): Buffer => value(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));
const commonName = identifier('550403');

/** Creates a key and a self-signed certificate (RFC 5280, section 4.1). The certificate is valid for a day. */
export function createCertificate(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = sequence(value(0x31, sequence(commonName, value(0x0c, Buffer.from(name)))));
  const validity = sequence(time(new Date()), time(new Date(Date.now() + 86_400_000)));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const [version3, serial] = [value(0xa0, number(2)), number(1)];
  const tbsCertificate = sequence(version3, serial, ecdsaWithSha256, subject, validity, subject, spki);
  const signature = value(0x03, Buffer.from([0]), sign('sha256', tbsCertificate, privateKey));
  const der = sequence(tbsCertificate, ecdsaWithSha256, signature);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}
