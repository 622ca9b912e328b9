import { z } from 'zod';

const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(8192);

/** Base64url of at most 1023 bytes (WebAuthn, 4). */
const id = base64url.max(1364);

const credential = { id, rawId: id, type: z.literal('public-key') };

/** Creates the format of a browser's response, with only the members that are checked. Extensions are not used. */
const toFormat = <Response extends z.ZodType>(response: Response) =>
  z.object({ ...credential, response }).transform(parsed => ({ ...parsed, clientExtensionResults: {} }));

const assertionFormat = toFormat(
  z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
);
const attestationFormat = toFormat(z.object({ clientDataJSON: base64url, attestationObject: base64url }));

export type Assertion = z.output<typeof assertionFormat>;
export type Attestation = z.output<typeof attestationFormat>;

/** Parses the JSON of a sign-in with a passkey; null if it is malformed. */
export const parseAssertion = (text: string): Assertion | null => parse(text, assertionFormat);

/** Parses the JSON of a new passkey; null if it is malformed. */
export const parseAttestation = (text: string): Attestation | null => parse(text, attestationFormat);

const parse = <Format extends z.ZodType>(text: string, format: Format): z.output<Format> | null => {
  try {
    return format.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};
