/** What a file's name says about its content: the language by its name, and the media type. */
const byEnding: Record<string, readonly [language: string, type: string]> = {
  c: ['C', 'text/x-c'],
  cpp: ['C++', 'text/x-c++'],
  cs: ['C#', 'text/x-csharp'],
  css: ['CSS', 'text/css'],
  csv: ['CSV', 'text/csv'],
  diff: ['Diff', 'text/x-diff'],
  go: ['Go', 'text/x-go'],
  html: ['HTML', 'text/html'],
  ini: ['INI', 'text/plain'],
  java: ['Java', 'text/x-java'],
  js: ['JavaScript', 'text/javascript'],
  json: ['JSON', 'application/json'],
  jsx: ['JavaScript', 'text/javascript'],
  log: ['Log', 'text/plain'],
  md: ['Markdown', 'text/markdown'],
  php: ['PHP', 'application/x-php'],
  py: ['Python', 'text/x-python'],
  rb: ['Ruby', 'text/x-ruby'],
  rs: ['Rust', 'text/x-rust'],
  sh: ['Shell', 'application/x-sh'],
  sql: ['SQL', 'application/sql'],
  toml: ['TOML', 'application/toml'],
  ts: ['TypeScript', 'text/x-typescript'],
  tsx: ['TypeScript', 'text/x-typescript'],
  txt: ['Text', 'text/plain'],
  xml: ['XML', 'application/xml'],
  yaml: ['YAML', 'application/yaml'],
  yml: ['YAML', 'application/yaml'],
};

/** The language and media type of a file; an unknown ending is plain text in no language. */
export const languageOf = (fileName: string): { language: string | null; type: string } => {
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const [language, type] = byEnding[ending] ?? [null, 'text/plain'];
  return { language, type };
};
