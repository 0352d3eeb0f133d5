import { encode } from 'uqr';
import type { GreyPicture } from '../../src/platform/web/scan/decode.ts';

/** Modules of a code, true for dark ones, row by row. */
type Modules = readonly (readonly boolean[])[];

/** A QR code as a camera sees it. */
export function qrPicture(text: string, size?: PictureSize): GreyPicture {
  return pictureOf(encode(text, { ecc: 'M', border: 0 }).data, size);
}

/** The bar code of 13 digits (ISO/IEC 15420). */
export function eanPicture(digits: string, size?: PictureSize): GreyPicture {
  const [first = 0, ...rest] = [...digits].map(Number);
  const left = rest.slice(0, 6).map((digit, place) => {
    const isOdd = firstDigits[first]?.[place] === 'O';
    return isOdd ? oddPatterns[digit] : [...inverse(oddPatterns[digit])].reverse().join('');
  });
  const right = rest.slice(6).map((digit) => inverse(oddPatterns[digit]));
  const bars = ['101', ...left, '01010', ...right, '101'].join('');
  const row = [...bars].map((bar) => bar === '1');
  return pictureOf(
    Array.from({ length: 40 }, () => row),
    size,
  );
}

/** Bars of the digits at the left, with an odd number of dark modules. */
const oddPatterns = [
  ...['0001101', '0011001', '0010011', '0111101', '0100011'],
  ...['0110001', '0101111', '0111011', '0110111', '0001011'],
];
/** Which digits at the left have an odd pattern; this tells the first digit. */
const firstDigits = [
  ...['OOOOOO', 'OOEOEE', 'OOEEOE', 'OOEEEO', 'OEOOEE'],
  ...['OEEOOE', 'OEEEOO', 'OEOEOE', 'OEOEEO', 'OEEOEO'],
];

function inverse(pattern = ''): string {
  return [...pattern].map((bar) => (bar === '1' ? '0' : '1')).join('');
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const usual: PictureSize = { width: 640, height: 480 };

/** The modules as large as fits, on white with the quiet zone that the standards require. */
function pictureOf(modules: Modules, { width, height }: PictureSize = usual): GreyPicture {
  const columns = modules[0]?.length ?? 1;
  const scale = Math.floor(Math.min(width / (columns + 22), height / (modules.length + 8)));
  const [left, top] = [(width - columns * scale) >> 1, (height - modules.length * scale) >> 1];
  const grey = Uint8ClampedArray.from({ length: width * height }, (_, at) => {
    const column = Math.floor(((at % width) - left) / scale);
    const row = Math.floor((Math.floor(at / width) - top) / scale);
    return modules[row]?.[column] === true ? 20 : 235;
  });
  return { grey, width, height };
}
