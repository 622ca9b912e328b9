/** What a registration cannot be, in a sentence for whoever registers. */
export class RegistrationError extends Error {}

export const noSuchClient = (clientId: string): RegistrationError =>
  new RegistrationError(`There is no client ${clientId}; "desk clients list" shows all of them.`);
