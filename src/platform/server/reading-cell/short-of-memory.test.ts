import { expect, test } from 'vitest';
import { isShortOfMemory, throwIfShortOfMemory } from './short-of-memory.ts';

/** Messages as observed: of Node.js, V8, the system's C++, and the packages for PDFs, pictures, pages and OCR. */
const met = [
  new RangeError('Array buffer allocation failed'),
  new RangeError('Invalid typed array length: 9007199254740991'),
  new Error('Cannot create a string longer than 0x1fffffe8 characters'),
  'FATAL ERROR: NewSpace::EnsureCurrentCapacity Allocation failed - JavaScript heap out of memory',
  '# Fatal process out of memory: Failed to reserve virtual memory for CodeRange',
  '# Check failed: SetPermissions(GetPlatformPageAllocator(), mem.address(), mem.size())',
  "terminate called after throwing an instance of 'std::bad_alloc'",
  'Warning: getTextContent - ignoring errors during "GetTextContent: page 0" task: "RangeError: Array buffer allocation failed".',
  new Error('VipsJpeg: Insufficient memory (case 4)'),
  new Error('glib: Error creating thread: Resource temporarily unavailable'),
  '(process:10541): GLib-ERROR **: 04:48:42.140: ../glib/gmem.c:177: failed to allocate 16777216 bytes',
  'memory allocation of 33554432 bytes failed',
  'Error in pixCreateNoInit: pixdata_malloc fail for data',
  'RuntimeError: Aborted(OOM)',
];
const others = [
  new RangeError('Invalid typed array length: -5'),
  new RangeError('Maximum call stack size exceeded'),
  new Error('vipspng: libpng read error'),
  new Error('Invalid PDF structure.'),
  'Warning: Indexing all PDF objects',
];

test('TECH-20 recognises out-of-memory messages of Node.js and packages, and no others', () => {
  expect(met.filter((thrown) => !isShortOfMemory(thrown))).toEqual([]);
  expect(others.filter(isShortOfMemory)).toEqual([]);
});

test('TECH-20 code that treats errors as damage rethrows out-of-memory errors', () => {
  for (const error of met) expect(() => throwIfShortOfMemory(error)).toThrow();
  for (const error of others) expect(() => throwIfShortOfMemory(error)).not.toThrow();
});
