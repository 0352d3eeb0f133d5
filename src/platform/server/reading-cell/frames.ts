import { Buffer } from 'node:buffer';

/** Bytes of the length before each frame. */
const headBytes = 4;

/** The length prefix of a frame. */
export function frameHead(length: number): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(length);
  return head;
}

/**
 * Assembles frames from chunks. Never holds more than one frame of `maxBytes`: throws a `RangeError` as soon as a
 * longer one is announced.
 */
export function frameReader(maxBytes: () => number, onFrame: (frame: Buffer) => void) {
  let head = Buffer.alloc(0);
  let body: Buffer | null = null;
  let filled = 0;
  return (piece: Buffer): void => {
    let rest = piece;
    while (rest.length > 0) {
      if (body === null) {
        const wanted = headBytes - head.length;
        head = Buffer.concat([head, rest.subarray(0, wanted)]);
        rest = rest.subarray(wanted);
        if (head.length < headBytes) return;
        const length = head.readUInt32BE();
        if (length > maxBytes()) throw new RangeError(`a frame of ${length} bytes`);
        head = Buffer.alloc(0);
        body = Buffer.allocUnsafeSlow(length);
        filled = 0;
      }
      const part = rest.subarray(0, body.length - filled);
      part.copy(body, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
      if (filled < body.length) return;
      const whole = body;
      body = null;
      onFrame(whole);
    }
  };
}
