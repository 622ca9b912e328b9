/** An email address without display name or brackets, in any script (RFC 6531). */
export const emailPattern =
  /^[^\s\p{Cc}@<>()[\],;:\\"]+@[^\s\p{Cc}@.<>()[\],;:\\"]+(?:\.[^\s\p{Cc}@.<>()[\],;:\\"]+)+$/u;

/** The maximum length of an address (RFC 5321 4.5.3.1.3). */
export const maxEmailLength = 254;
