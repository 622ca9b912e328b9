/**
 * Holds this page's requests while its person is signed out. Otherwise they would fail, or be sent in the name of
 * another person who has signed in.
 */
import { createRequestGate } from './request-gate.ts';

const gate = createRequestGate<'signed out'>();

export const areRequestsHeld = gate.isClosed;

export const onHoldChange = gate.subscribe;

/** Waits until no hold is active. */
export const waitUntilReleased = gate.waitUntilOpen;

export function holdRequests(): void {
  if (!gate.isClosed()) gate.close('signed out');
}

/** Ends the hold: waiting requests are sent. */
export const releaseRequests = gate.open;

/**
 * Sends a request. A 401 starts a hold, after which the request is sent again.
 *
 * @throws the signal's reason if it is aborted while the request waits
 */
export async function sendWhenSignedIn<Result extends { status: number }>(
  request: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    if (gate.isClosed()) await gate.waitUntilOpen(signal);
    const closingsBefore = gate.countClosings();
    const response = await request();
    if (response.status !== 401) return response;
    // If a hold started after the request was sent, it covers this 401 too.
    if (gate.countClosings() === closingsBefore) holdRequests();
  }
}
