/** Brands of HEIF files whose pictures are coded by HEVC (ISO/IEC 23008-12, annex B). */
const brands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
const quality = 0.9;

/** Whether a file is a photo in HEIC, by its first bytes. */
export async function isHeic(file: Blob): Promise<boolean> {
  const start = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer());
  return start.startsWith('ftyp') && brands.includes(start.slice(4));
}

/** The file as the server accepts it; null for a photo in HEIC that this browser cannot convert. */
export async function acceptedFile(file: File): Promise<File | null> {
  const isPhoto = await isHeic(file).catch((failure: unknown) => {
    // The upload reports a file that cannot be read any more.
    console.warn('A file could not be read:', failure);
    return false;
  });
  return isPhoto ? await asJpeg(file) : file;
}

/**
 * A photo as JPEG, in its full size; the server and its libraries do not decode HEIC. Null in browsers that cannot read
 * it either.
 */
async function asJpeg(file: File): Promise<File | null> {
  try {
    const picture = await createImageBitmap(file);
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    picture.close();
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    return new File([jpeg], file.name.replace(/\.hei[cf]$/i, '.jpg'), { type: jpeg.type });
  } catch (failure) {
    console.warn('This browser cannot read HEIC:', failure);
    return null;
  }
}
