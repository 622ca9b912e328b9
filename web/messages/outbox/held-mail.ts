import { call } from '../../api-client/client.ts';
import { isConflict, isNotFound } from '../../api-client/errors.ts';
import type { HeldMail, Outgoing } from './outgoing.ts';
import { whileLeaving } from './post-message.ts';

/**
 * Lets the server mail a reply now. Does nothing if the server has mailed it already, or if the reply was deleted.
 *
 * @returns false if an interrupted undo has already cancelled the mail
 * @throws {ApiError} {NetworkError}
 */
export async function releaseHeldMail({ deliveryId }: HeldMail): Promise<boolean> {
  try {
    const params = { delivery_id: deliveryId };
    const { state } = (await call('GET /deliveries/{delivery_id}', { params, query: { fields: 'state' } })).body;
    if (state === 'held') await putAttempt(deliveryId);
    return state !== 'cancelled';
  } catch (error) {
    if (isNotFound(error)) return true;
    throw error;
  }
}

/**
 * Like `releaseHeldMail`, but in one request, for use when the person leaves the page.
 *
 * @throws {ApiError} {NetworkError}
 */
export const releaseWithoutCheck = ({ deliveryId }: HeldMail): Promise<void> => putAttempt(deliveryId, whileLeaving);

async function putAttempt(deliveryId: string, options?: typeof whileLeaving): Promise<void> {
  try {
    await call('PUT /deliveries/{delivery_id}/attempt', { params: { delivery_id: deliveryId }, ...options });
  } catch (error) {
    if (!isConflict(error)) throw error; // 409: the mail was already sent or cancelled
  }
}

/**
 * Cancels the mail of a reply and deletes the reply. The caller then returns the reply to its draft. Detaches the files
 * first, because the server deletes files together with their message. Can be repeated.
 *
 * @returns false if the mail has already been sent
 * @throws {ApiError} {NetworkError}
 */
export async function withdrawHeldMail(
  { ticketId, files }: Pick<Outgoing, 'ticketId' | 'files'>,
  held: HeldMail,
): Promise<boolean> {
  try {
    await call('DELETE /deliveries/{delivery_id}', { params: { delivery_id: held.deliveryId } });
  } catch (error) {
    if (isConflict(error)) return false;
    if (!isNotFound(error)) throw error;
  }
  try {
    const params = { ticket_id: ticketId, message_id: held.messageId };
    if (files.length > 0) {
      await call('PATCH /tickets/{ticket_id}/messages/{message_id}', { params, body: { attachment_ids: [] } });
    }
    await call('DELETE /tickets/{ticket_id}/messages/{message_id}', { params });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  return true;
}
