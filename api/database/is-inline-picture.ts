/** Larger pictures can use up the memory of a browser. */
const maxInlinePixels = 40_000_000;

/** Returns whether a browser may show a file: a picture whose header states a size below the limit. */
export const isInlinePicture = ({ width, height }: PictureSize): boolean =>
  width !== null && height !== null && width * height < maxInlinePixels;

/** In pixels; null unless the file is a picture whose header states the size. */
type PictureSize = { width: number | null; height: number | null };
