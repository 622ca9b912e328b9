/** Larger pictures can use up the memory of a browser. */
const maxInlinePixels = 40_000_000;

/** Returns whether a browser may show a file. It must be a picture whose header names a size below the limit. */
export const isInlinePicture = ({ width, height }: PictureSize): boolean =>
  width !== null && height !== null && width * height < maxInlinePixels;

/** In pixels; null unless the header of a picture names the size. */
type PictureSize = { width: number | null; height: number | null };
