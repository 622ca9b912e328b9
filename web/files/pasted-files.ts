/** Returns the files of a paste, without the picture that spreadsheets and word processors add to copied text. */
export function getPastedFiles({ files, types }: Pick<DataTransfer, 'files' | 'types'>): readonly File[] {
  const isRichText = types.includes('text/plain') && types.includes('text/html');
  return isRichText ? [] : [...files];
}

/** Returns the files of a drop without folders, which have no bytes. */
export const getDroppedFiles = ({ items }: DataTransfer): readonly File[] =>
  [...items].flatMap(item => (item.webkitGetAsEntry()?.isDirectory ? [] : (item.getAsFile() ?? [])));
