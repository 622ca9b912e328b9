/** Listens to the log of a process for what may never stand in it. It keeps words, not lines, so that it can listen for long. */
export type LogWatch = {
  hear(line: string): void;
  /** A secret that nobody but its two ends may know. */
  remember(secret: string): void;
  /** Remembers those that an answer of the authorization server gives away to its receiver: cookies, codes, tokens. */
  rememberAnswer(headers: Headers, text: string): void;
  /** The secrets that stand in the log. */
  leaked(): string[];
  /** The last lines that tell of an error of the api's own. */
  errors: readonly string[];
};

const shortest = 16;
const mostErrors = 20;

/** The longest run of a secret that is written alike in every encoding. */
const core = (secret: string): string =>
  secret.split(/[^\w-]+/).reduce((longest, part) => (part.length > longest.length ? part : longest), '');

export const createLogWatch = (): LogWatch => {
  const words = new Set<string>();
  const secrets = new Set<string>();
  const errors: string[] = [];
  const remember = (secret: string): void => {
    const telling = core(secret);
    if (telling.length >= shortest) secrets.add(telling);
  };
  return {
    errors,
    remember,
    hear(line) {
      for (const [word] of line.matchAll(/[\w-]{16,}/g)) words.add(word);
      if (!/"level":(50|60)/.test(line)) return;
      errors.push(line);
      if (errors.length > mostErrors) errors.shift();
    },
    rememberAnswer(headers, text) {
      for (const line of headers.getSetCookie()) remember(/^[^=]*=([^;]*)/.exec(line)?.[1] ?? '');
      const given = `${headers.get('location') ?? ''} ${text}`;
      for (const [, secret = ''] of given.matchAll(/(?:code|_token)"?[=:]\s*"?([\w.-]+)/g)) remember(secret);
    },
    leaked: () => [...secrets].filter(secret => words.has(secret)),
  };
};
