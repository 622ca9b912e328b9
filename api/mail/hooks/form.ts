/** The format of a hook's body, and the fields that have been read from it. */
export type Form = {
  contentType: string;
  /** The field with the raw mail. */
  mailField: string;
  /** The names of the other fields to read. */
  fieldNames: readonly string[];
  /** The fields that have been read. The mail has an empty value, because its bytes are yielded. */
  fields: Map<string, string>;
};

/** Yields the bytes of the mail in a body. Adds the other fields to the form. @throws MalformedFormError */
export type ReadForm = (body: AsyncIterable<Uint8Array>, form: Form) => AsyncGenerator<Uint8Array>;
