import { mkdirSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { temporaryDataDirectory } from './product-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where data are made by the first test that asks for them: `takeData`. */
    placeOfData: string;
  }
}

/** Vitest's globalSetup of the starts. */
export default function setup(project: TestProject): () => void {
  const place = temporaryDataDirectory();
  mkdirSync(place.path, { mode: 0o711 });
  project.provide('placeOfData', place.path);
  return place.remove;
}
