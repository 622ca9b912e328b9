import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import { listSecondFactors, type NotifyFactorChange } from '../../database/second-factors.ts';
import { ApiError } from '../../http/errors.ts';
import { type Account, findAccount } from '../accounts/accounts.ts';
import { sha256 } from '../hash.ts';
import type { Site } from '../pages/site.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';
import { parseAssertion, parseAttestation } from './passkey-responses.ts';
import { insertPasskey, storeCounter } from './passkey-store.ts';
import { getRelyingParty } from './relying-party.ts';

type Dependencies = { site: Site; database: Database; notify: NotifyFactorChange; log: Logger };

/** Loads the library on first use, because loading takes 300 ms and 25 MB. */
const load = () => import('@simplewebauthn/server');

/**
 * Adds passkeys, and signs people in with them. `holderId` is the id of the session or sign-in to which a challenge
 * belongs.
 */
export type Passkeys = ReturnType<typeof createPasskeys>;

export const createPasskeys = ({ site, database, notify, log }: Dependencies, clock: () => number) => {
  const relyingParty = getRelyingParty(site);
  const requireRelyingParty = () => {
    if (relyingParty !== null) return relyingParty;
    throw new ApiError('no_route', 'Passkeys need a host name in API_PUBLIC_URL, not an IP address.');
  };
  const challenges = createPasskeyChallenges(database, clock);

  const logRejection = (personId: string) => (error: unknown) => {
    log.info(
      { person: personId, reason: error instanceof Error ? error.message : String(error) },
      'rejected a passkey',
    );
    return null;
  };

  return {
    /** True if browsers can store passkeys for API_PUBLIC_URL. */
    areOffered: relyingParty !== null,

    /** Creates the options of a new passkey. @throws ApiError 404 if passkeys are not offered */
    async startAdding(holderId: string, { id, email, name }: Account) {
      const { id: rpID, origin } = requireRelyingParty();
      const existing = (await listSecondFactors(database.read, id)).flatMap(factor => factor.id ?? []);
      const { generateRegistrationOptions } = await load();
      const options = await generateRegistrationOptions({
        ...{ rpName: site.deskName, rpID, userName: email, userDisplayName: name },
        // An authenticator replaces a passkey of the same user id and host. With the origin in the id, desks on
        // different ports of a host do not replace each other's passkeys.
        userID: new Uint8Array(Buffer.from(sha256(`${origin} ${id}`), 'hex')),
        excludeCredentials: existing.map(credential => ({ id: credential })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await challenges.store(holderId, options.challenge);
      return options;
    },

    /**
     * Adds a passkey.
     * @returns recovery codes, empty if the person already had a second factor; null if the response is invalid or the
     *   passkey is already stored
     */
    async add(holderId: string, personId: string, { name, response }: { name: string; response: string }) {
      const expectedChallenge = await challenges.consume(holderId);
      const attestation = parseAttestation(response);
      if (relyingParty === null || attestation === null) return null;
      const { verifyRegistrationResponse } = await load();
      const verified = await verifyRegistrationResponse({
        ...{ response: attestation, expectedChallenge },
        ...{ expectedOrigin: relyingParty.origin, expectedRPID: relyingParty.id },
      }).catch(logRejection(personId));
      if (!verified?.verified) return null;
      const { id, publicKey: key, counter } = verified.registrationInfo.credential;
      const passkey = { id, name, publicKey: Buffer.from(key).toString('base64url'), counter };
      return database.transaction(writes => insertPasskey(writes, personId, passkey, { now: clock(), notify }));
    },

    /** Creates the options of a sign-in; a null `personId` allows any passkey. @throws ApiError 404 */
    async startSignIn(holderId: string, personId: string | null) {
      const { id: rpID } = requireRelyingParty();
      const factors = personId === null ? [] : await listSecondFactors(database.read, personId);
      const allowCredentials = factors.flatMap(({ id, disabledAt }) =>
        id === null || disabledAt !== null ? [] : { id },
      );
      const { generateAuthenticationOptions } = await load();
      const options = await generateAuthenticationOptions({ rpID, allowCredentials, userVerification: 'required' });
      await challenges.store(holderId, options.challenge);
      return options;
    },

    /** Finds the enabled owner of the passkey in a response; null without a match. Verifies nothing. */
    async findOwner(response: string): Promise<Account | null> {
      const passkeys = database.read.selectFrom('passkeys').select('person_id');
      const passkey = await passkeys.where('id', '=', parseAssertion(response)?.id ?? '').executeTakeFirst();
      return passkey === undefined ? null : findAccount(database.read, passkey.person_id);
    },

    /**
     * Verifies a response and stores its counter. Deletes the challenge in any case.
     * @returns false for an invalid response or a disabled passkey
     */
    async use(holderId: string, owner: Account, response: string): Promise<boolean> {
      const expectedChallenge = await challenges.consume(holderId);
      const assertion = parseAssertion(response);
      if (relyingParty === null || assertion === null) return false;
      const passkeys = database.read.selectFrom('passkeys').selectAll().where('id', '=', assertion.id);
      const passkey = await passkeys.where('person_id', '=', owner.id).executeTakeFirst();
      if (passkey === undefined) return false;
      const { id, name } = passkey;
      const publicKey = new Uint8Array(Buffer.from(passkey.public_key, 'base64url'));
      const { verifyAuthenticationResponse } = await load();
      const verified = await verifyAuthenticationResponse({
        ...{ response: assertion, expectedChallenge },
        ...{ expectedOrigin: relyingParty.origin, expectedRPID: relyingParty.id },
        // 0 skips the library's comparison of counters, which precedes the check of the signature. `storeCounter`
        // compares them after that check, so that no forged response disables a passkey.
        credential: { id, publicKey, counter: 0 },
      }).catch(logRejection(owner.id));
      if (!verified?.verified) return false;
      const counter = verified.authenticationInfo.newCounter;
      const outcome = await database.transaction(writes =>
        storeCounter(writes, { id, counter }, { now: clock(), notify }),
      );
      if (outcome === 'disabled')
        log.warn(
          { person: owner.id, passkey: name, counter, previous: passkey.counter },
          'disabled a passkey whose counter did not increase: it may have been copied; ask its owner to remove it',
        );
      return outcome === 'used';
    },
  };
};
