/** The body of a hook is incomplete or malformed. */
export class MalformedFormError extends Error {}

/** The limit of every field except the mail. Providers send shorter fields. */
export const maxFieldBytes = 64 * 1024;

/** Splits a stream of bytes at delimiters. Buffers only one chunk. */
export class ByteScanner {
  #pending: Buffer;
  readonly #chunks: AsyncIterator<Uint8Array>;

  /** @param prefix text that is read before the bytes */
  constructor(bytes: AsyncIterable<Uint8Array>, prefix = '') {
    this.#pending = Buffer.from(prefix);
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  /**
   * Yields the bytes before the next delimiter, and skips the delimiter.
   * @param endings a delimiter counts only if one of these texts follows it; they have equal lengths
   * @param mayBeLast whether the end of the stream also counts as a delimiter
   * @returns the ending; empty at the end of the stream
   * @throws MalformedFormError without a delimiter
   */
  async *until(
    delimiter: string,
    { endings = [''], mayBeLast = false }: { endings?: readonly string[]; mayBeLast?: boolean } = {},
  ): AsyncGenerator<Uint8Array, string> {
    const endingLength = endings[0]?.length ?? 0;
    for (let from = 0; ; ) {
      const at = this.#pending.indexOf(delimiter, from, 'latin1');
      const end = at + delimiter.length + endingLength;
      if (at !== -1 && end <= this.#pending.length) {
        const ending = this.#pending.toString('latin1', end - endingLength, end);
        if (endings.includes(ending)) {
          yield this.#pending.subarray(0, at);
          this.#pending = this.#pending.subarray(end);
          return ending;
        }
        from = at + 1;
        continue;
      }
      // The bytes may end with the start of a delimiter.
      const certain = at === -1 ? Math.max(from, this.#pending.length - delimiter.length + 1) : at;
      yield this.#pending.subarray(0, certain);
      this.#pending = this.#pending.subarray(certain);
      from = 0;
      if (await this.#readMore()) continue;
      if (!mayBeLast) throw new MalformedFormError('The body ends too early.');
      yield this.#pending;
      this.#pending = Buffer.alloc(0);
      return '';
    }
  }

  /**
   * Reads UTF-8 text up to the next delimiter.
   * @throws MalformedFormError without a delimiter, or if the text is too long
   */
  async readText(...[delimiter, options]: Parameters<ByteScanner['until']>): Promise<{ text: string; ending: string }> {
    const chunks: Uint8Array[] = [];
    const source = this.until(delimiter, options);
    for (let length = 0; ; ) {
      const { value, done } = await source.next();
      if (done) return { text: Buffer.concat(chunks).toString(), ending: value };
      length += value.length;
      if (length > maxFieldBytes) throw new MalformedFormError('A field is too long.');
      chunks.push(value);
    }
  }

  /** Skips all bytes up to the next delimiter. @returns the ending */
  async skip(...[delimiter, options]: Parameters<ByteScanner['until']>): Promise<string> {
    const source = this.until(delimiter, options);
    for (;;) {
      const { value, done } = await source.next();
      if (done) return value;
    }
  }

  async isAtEnd(): Promise<boolean> {
    return this.#pending.length === 0 && !(await this.#readMore());
  }

  /** Closes the source: no more bytes are needed. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #readMore(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (!done) this.#pending = Buffer.concat([this.#pending, value]);
    return !done;
  }
}
