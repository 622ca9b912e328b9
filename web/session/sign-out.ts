import { endSession } from '../api.ts';
import { tellOtherWindows } from './channel.ts';

/** Ends the session in every window, and leads to the page that ends the authorization server's own. */
export async function signOut(): Promise<void> {
  const address = await endSession();
  tellOtherWindows('signed-out');
  location.assign(address);
}
