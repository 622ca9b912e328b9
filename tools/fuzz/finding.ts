/** A violated guarantee. Findings with the same key most likely have the same cause. */
export class FuzzFinding extends Error {
  readonly key: string;

  constructor(kind: string, where: string, details: string) {
    super(`${kind}: ${where}\n${details}`);
    this.key = `${kind}: ${where}`;
  }
}
