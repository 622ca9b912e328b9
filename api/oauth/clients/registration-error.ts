import { CommandError } from '../../command-line.ts';

/** A client cannot be registered, changed or found; the message tells the operator why. */
export class RegistrationError extends CommandError {}

export const unknownClient = (clientId: string): RegistrationError =>
  new RegistrationError(`Unknown client ${clientId}; "desk clients list" shows all clients.`);
