/** Returns the files of a paste. Spreadsheets and word processors add a picture of the copied text: that is no file. */
export function getPastedFiles({ files, types }: Pick<DataTransfer, 'files' | 'types'>): readonly File[] {
  const isRichText = types.includes('text/plain') && types.includes('text/html');
  return isRichText ? [] : [...files];
}

/** Returns the files of a drop without folders, which have no bytes. */
export const getDroppedFiles = ({ items }: DataTransfer): readonly File[] =>
  [...items].flatMap(item => (item.webkitGetAsEntry()?.isDirectory ? [] : (item.getAsFile() ?? [])));
