import type { TestProject } from 'vitest/node';
import { placeOfData } from './prepared-data.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder for data made by the first test that needs them: `takeData`. */
    placeOfData: string;
  }
}

/** Vitest's globalSetup of the starts. */
export default function setup(project: TestProject): () => void {
  const place = placeOfData();
  project.provide('placeOfData', place.path);
  return place.remove;
}
