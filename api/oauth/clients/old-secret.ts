import { z } from 'zod';
import type { OAuthClientRow } from '../../database/schema.ts';

/** The secret that a client had before its own, by its hash, and when it ends, in milliseconds since 1970. */
type OldSecret = { hash: string; until: number };

export type OldSecretRow = Pick<OAuthClientRow, 'old_secret_hash' | 'old_secret_until'>;

/** As it goes through the library beside the client's own; undefined where there is none. */
export const oldSecretOf = ({ old_secret_hash, old_secret_until }: OldSecretRow): OldSecret | undefined =>
  old_secret_hash === null || old_secret_until === null
    ? undefined
    : { hash: old_secret_hash, until: old_secret_until };

const format = z.object({ hash: z.string(), until: z.number() }).optional();

/** What {@link oldSecretOf} gave the library. */
export const readOldSecret = (client: { readonly [key: string]: unknown }): OldSecret | null =>
  format.parse(client['old_secret']) ?? null;
