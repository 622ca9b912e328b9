type NamedFile = { id: string; name: string };

/** Returns the path of a file. The server ignores the last segment; browsers show it as the name. */
export const getFilePath = ({ id, name }: NamedFile): string =>
  `/files/attachments/${encodeURIComponent(id)}/${encodeURIComponent(toSegment(name))}`;

/** Returns the path that downloads a file, even if a browser could show it. */
export const getDownloadPath = (file: NamedFile): string => `${getFilePath(file)}?download=true`;

/** Browsers resolve dot segments, and a lone surrogate cannot be encoded. */
const toSegment = (name: string): string => (/^\.{0,2}$/.test(name) ? 'file' : name.toWellFormed());
