/** Returns the files of a paste. Omits the picture that spreadsheets and word processors add to copied text. */
export function getPastedFiles({ files, types }: Pick<DataTransfer, 'files' | 'types'>): readonly File[] {
  const isRichText = types.includes('text/plain') && types.includes('text/html');
  return isRichText ? [] : [...files];
}

type Dropped = { files: readonly File[]; hasFolders: boolean };

/** Returns the dropped files. Omits folders, which have no bytes. */
export function getDroppedFiles({ items }: Pick<DataTransfer, 'items'>): Dropped {
  const isFolder = (item: DataTransferItem): boolean => item.webkitGetAsEntry()?.isDirectory ?? false;
  const [folders, others] = [[...items].filter(isFolder), [...items].filter(item => !isFolder(item))];
  return { files: others.flatMap(item => item.getAsFile() ?? []), hasFolders: folders.length > 0 };
}
