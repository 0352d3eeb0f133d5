import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pngOf } from '../../../../tests/support/pictures.ts';
import { Refused } from '../../../base/refusal.ts';
import { preparePicture, printablePicture } from './picture.ts';

type Channels = 3 | 4;

/** A picture made of single pixels, given as samples. */
function drawn(width: number, channels: Channels, samples: readonly number[]): Promise<Buffer> {
  const height = samples.length / width / channels;
  return sharp(Buffer.from(samples), { raw: { width, height, channels } }).png().toBuffer();
}

async function colors(picture: Buffer): Promise<number[]> {
  return [...(await sharp(picture).raw().toBuffer())];
}

async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof Refused ? error.refusal.code : undefined;
}

describe('PROC-28 API-44 pictures are prepared on upload', () => {
  test('keeps colors, and shows white paper through transparency', async () => {
    const plain = await preparePicture(1, await drawn(2, 3, [1, 2, 3, 4, 5, 6]), 'png');
    expect(await colors(plain)).toEqual([1, 2, 3, 4, 5, 6]);
    const clear = await drawn(3, 4, [10, 20, 30, 255, 10, 20, 30, 0, 100, 100, 100, 127]);
    const [, , , ...others] = await colors(await preparePicture(1, clear, 'png'));
    expect(others.slice(0, 3)).toEqual([255, 255, 255]);
    expect(others[3]).toBeGreaterThan(170);
    expect(others[3]).toBeLessThan(185);
  });

  test('shrinks large ones to eight bits, without transparency or interlacing; a second run changes nothing', async () => {
    const large = pngOf({ width: 4000, height: 2000, bits: 16, colorType: 6 });
    const prepared = await preparePicture(1, large, 'png');
    expect(await sharp(prepared).metadata()).toMatchObject({
      format: 'png',
      width: 1600,
      height: 800,
      depth: 'uchar',
      hasAlpha: false,
      isProgressive: false,
    });
    expect(await printablePicture(1, prepared)).toBe(prepared);
    expect(await printablePicture(1, large)).toEqual(prepared);
  });

  test('turns a photograph upright and removes its location', async () => {
    const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c00' } })
      .withExif({ IFD3: { GPSLatitude: '53/1 33/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const prepared = await preparePicture(1, photo, 'jpeg');
    const { width, height, exif } = await sharp(prepared).metadata();
    expect([width, height, exif]).toEqual([20, 40, undefined]);
    expect(await printablePicture(1, prepared)).toBe(prepared);
  });

  test('refuses 60,000 by 60,000 pixels before unpacking', async () => {
    const bomb = pngOf({ width: 60_000, height: 60_000, rows: deflateSync(Buffer.alloc(1000)) });
    expect(await refusalOf(preparePicture(1, bomb, 'png'))).toBe('picture_too_large');
    expect(await printablePicture(1, bomb)).toBeNull();
  });

  test('refuses damaged, truncated and foreign files', async () => {
    const whole = pngOf({ width: 50, height: 50 });
    const foreign = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    for (const bytes of [foreign, whole.subarray(0, 60), whole.subarray(0, 20), Buffer.alloc(100)]) {
      expect(await refusalOf(preparePicture(1, bytes, 'png'))).toBe('unsupported_media_type');
      expect(await printablePicture(1, bytes)).toBeNull();
    }
    expect(await refusalOf(preparePicture(1, whole, 'jpeg'))).toBe('unsupported_media_type');
  });
});
