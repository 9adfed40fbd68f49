import type { ModuleSource } from './index.js';

export { HygieneError } from './index.js';

/** The version of the package, such as `0.1.0`. */
export const version: string;

/**
 * Makes the images module ready: needed in browsers before {@link fitImageSync}, {@link probeImage}, and the calls of the
 * package that end in `Sync` where these meet an image that has to change. Calling it again does nothing.
 *
 * @param source The module, where it is not `wasm/images_bg.wasm` beside the entry.
 * @throws {HygieneError} As `init` of the package.
 */
export function init(source?: ModuleSource | PromiseLike<ModuleSource>): Promise<void>;

/** What an image may measure. What is no finite number means the default; others are cut to whole ones, at least 1. */
export interface ImageLimits {
  /** Longest side in pixels. Smaller sides cost the model fewer tokens, larger ones keep detail. Default: 1200. */
  maxDimensionPx?: number | null;
  /** Bytes of the image, not of its base64. Default: 5,242,880 (5 MiB). */
  maxBytes?: number | null;
  /** Characters of its base64, for providers that count these. Default: no such bound. */
  maxBase64Chars?: number | null;
}

/** Options of {@link fitImage}. */
export interface FitOptions extends ImageLimits {
  /** Makes a JPEG of formats that providers do not take (BMP, TIFF). Default: false. */
  convertUnsupported?: boolean | null;
  /** Decodes an image that could stay, too, so that a damaged one is an error. Default: false. */
  verifyPixels?: boolean | null;
  /** What shows where an image was transparent: `#rrggbb`, or `none` for whatever colour its pixels have. Default: `#ffffff`. */
  background?: string | null;
}

/** An image within limits. */
export interface FittedImage {
  /** The image: the very bytes that were given, or a JPEG. */
  bytes: Uint8Array;
  /** Its media type. */
  mimeType: string;
  /** Its width in pixels. */
  width: number;
  /** Its height in pixels. */
  height: number;
  /** The width that the header of the given image says; an orientation that a JPEG asks for is not applied to it. */
  originalWidth: number;
  /** The height that the header of the given image says. */
  originalHeight: number;
  /** Whether it is another image. */
  changed: boolean;
}

/**
 * Gives an image back when it is within limits, else a smaller JPEG: turned as its EXIF data says, on a background where
 * it was transparent, of an animation the first frame. JPEG, PNG, GIF, WebP, BMP and TIFF are read.
 *
 * @throws {HygieneError} `unusable-image`, with the `reason`, for what has more than 10 MiB or 25 megapixels, is damaged,
 *   of no known format, or stays too large.
 */
export function fitImage(bytes: Uint8Array, limits?: FitOptions | null): Promise<FittedImage>;

/** {@link fitImage} at once; `images-not-loaded` in browsers before {@link init}. */
export function fitImageSync(bytes: Uint8Array, limits?: FitOptions | null): FittedImage;

/** What the header of an image says. */
export interface ImageHeader {
  /** The media type by the file's own signature. HEIC and AVIF are `image/heif`, the family. */
  mimeType: string;
  /** Width in pixels. */
  width: number;
  /** Height in pixels. */
  height: number;
}

/**
 * Reads the header of a JPEG, PNG, GIF, WebP, BMP, TIFF, HEIC or AVIF file; null where it gives no size. In browsers after
 * `init`.
 */
export function probeImage(bytes: Uint8Array): ImageHeader | null;
