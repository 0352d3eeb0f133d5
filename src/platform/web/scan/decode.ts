import {
  BarcodeFormat,
  BinaryBitmap,
  DataMatrixReader,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatOneDReader,
  QRCodeReader,
  type Reader,
  RGBLuminanceSource,
} from '@zxing/library';

/** A picture in shades of grey, row by row. */
export interface GreyPicture {
  readonly grey: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** The bar codes of goods: GTIN in all lengths, and numbers of suppliers. */
const barcodes = [
  BarcodeFormat.EAN_13,
  BarcodeFormat.EAN_8,
  BarcodeFormat.UPC_A,
  BarcodeFormat.UPC_E,
  BarcodeFormat.CODE_128,
  BarcodeFormat.ITF,
];

/** The brightness of pixels of four bytes each, as a canvas holds them. */
export function greyOf(pixels: Uint8ClampedArray): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(pixels.length / 4);
  for (let at = 0; at < grey.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [pixels[4 * at], pixels[4 * at + 1], pixels[4 * at + 2]];
    grey[at] = (red + 2 * green + blue) / 4;
  }
  return grey;
}

const hints = new Map<DecodeHintType, unknown>([
  [DecodeHintType.POSSIBLE_FORMATS, barcodes],
  // Looks at more rows.
  [DecodeHintType.TRY_HARDER, true],
  // Keeps the sign that tells a code of GS1 from any other.
  [DecodeHintType.ASSUME_GS1, true],
]);

const bars = new MultiFormatOneDReader(hints);
const squares: readonly Reader[] = [new QRCodeReader(), new DataMatrixReader()];

/** The text of the first code in the picture: QR, EAN, UPC, Code 128, ITF or Data Matrix; null without one. */
export function decodePicture(picture: GreyPicture): string | null {
  const text = firstText([...squares, bars], picture);
  if (text !== null) return text;
  // Bars are read along the rows; the library turns no picture itself.
  const side = turned(picture);
  // The library overlooks the corners of some QR codes from one side, and finds them from the other.
  return firstText([bars], side) ?? firstText(squares, turned(side));
}

function firstText(readers: readonly Reader[], picture: GreyPicture): string | null {
  const bitmap = bitmapOf(picture);
  for (const reader of readers) {
    const text = readWith(reader, bitmap);
    if (text !== null) return text;
  }
  return null;
}

function bitmapOf({ grey, width, height }: GreyPicture): BinaryBitmap {
  return new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
}

/** The picture turned by a quarter to the right. */
export function turned({ grey, width, height }: GreyPicture): GreyPicture {
  const side = new Uint8ClampedArray(grey.length);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1)
      side[column * height + (height - 1 - row)] = grey[row * width + column] ?? 0;
  }
  return { grey: side, width: height, height: width };
}

function readWith(reader: Reader, bitmap: BinaryBitmap): string | null {
  try {
    return reader.decode(bitmap, hints).getText();
  } catch {
    // The library throws for every picture without a code of its kind, and for damaged ones.
    return null;
  } finally {
    reader.reset();
  }
}
