import type { IconName } from '../ui/icon.tsx';

const extensions: Readonly<Partial<Record<IconName, string>>> = {
  picture: 'avif bmp gif heic heif ico jpeg jpg png svg tif tiff webp',
  archive: '7z bz2 gz rar tar tgz xz zip',
  snippet: 'css csv html js json log md sql ts xml yaml yml',
  mail: 'eml msg',
};

const icons = new Map(
  Object.entries(extensions).flatMap(([icon, list]) => list.split(' ').map(extension => [extension, icon as IconName])),
);

/** Returns the icon of a file by the extension of its name. */
export const getFileIcon = (name: string): IconName =>
  icons.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? 'file';
