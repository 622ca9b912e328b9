/** Something that must never be. Findings with the same key are the same fault, as far as can be told. */
export class Finding extends Error {
  readonly key: string;

  constructor(kind: string, where: string, details: string) {
    super(`${kind}: ${where}\n${details}`);
    this.key = `${kind}: ${where}`;
  }
}
