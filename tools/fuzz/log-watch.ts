/** Searches a log for secrets. Stores words instead of lines, to save memory. */
export type LogWatch = {
  addLine(line: string): void;
  /** Adds a secret to search for. */
  addSecret(secret: string): void;
  /** Adds the cookies, codes and tokens in a response of the authorization server. */
  addSecretsOf(headers: Headers, text: string): void;
  /** Returns the secrets found in the log. */
  findLeaks(): string[];
  /** The last lines of level error or fatal, oldest first. */
  errors: readonly string[];
};

const minSecretLength = 16;
const maxErrors = 20;

/** Returns the longest part of a secret that every encoding leaves unchanged. */
const findPlainPart = (secret: string): string =>
  secret.split(/[^\w-]+/).reduce((longest, part) => (part.length > longest.length ? part : longest), '');

export const createLogWatch = (): LogWatch => {
  const words = new Set<string>();
  const secrets = new Set<string>();
  const errors: string[] = [];
  const addSecret = (secret: string): void => {
    const part = findPlainPart(secret);
    if (part.length >= minSecretLength) secrets.add(part);
  };
  return {
    errors,
    addSecret,
    addLine(line) {
      for (const [word] of line.matchAll(/[\w-]{16,}/g)) words.add(word);
      if (!/"level":(50|60)/.test(line)) return;
      errors.push(line);
      if (errors.length > maxErrors) errors.shift();
    },
    addSecretsOf(headers, text) {
      for (const line of headers.getSetCookie()) addSecret(/^[^=]*=([^;]*)/.exec(line)?.[1] ?? '');
      const responseText = `${headers.get('location') ?? ''} ${text}`;
      for (const [, secret = ''] of responseText.matchAll(/(?:code|_token)"?[=:]\s*"?([\w.-]+)/g)) addSecret(secret);
    },
    findLeaks: () => [...secrets].filter(secret => words.has(secret)),
  };
};
