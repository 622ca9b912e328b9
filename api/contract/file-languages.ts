/** Language name and media type by file extension. */
const byExtension: Record<string, readonly [language: string, type: string]> = {
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

/** Returns the language and media type of a file. An unknown extension is plain text without a language. */
export const getFileLanguage = (fileName: string): { language: string | null; type: string } => {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const [language, type] = byExtension[extension] ?? [null, 'text/plain'];
  return { language, type };
};
